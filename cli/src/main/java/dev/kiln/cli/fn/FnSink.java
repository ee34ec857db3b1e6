package dev.kiln.cli.fn;

import dev.kiln.client.PackageSink;
import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.client.files.WritePlan;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code kiln fn sink}. */
final class FnSink {
  static final String NAME = "sink";

  private static final Flag PRUNE =
      Flag.asSwitch("--prune", "delete the resources in DIR that are not in the list");
  private static final Flags FLAGS =
      new Flags(PRUNE, DeletionCheck.ALLOW_DELETE_ALL, RunFlags.INCLUDE_KPTFILE, RunFlags.STRICT);

  private FnSink() {}

  static int run(List<String> args) {
    return FolderArguments.of(args, FLAGS, USAGE, "").map(FnSink::run).orElse(0);
  }

  private static int run(FolderArguments asked) {
    var report = new RunReport(TerminalStyle.ofStderr());
    try {
      ResourceList list = StreamRun.read();
      if (!Files.exists(asked.dir())) {
        Files.createDirectories(asked.dir());
      }
      return write(
          PackageFolder.recoverAndRead(asked.dir(), FnRun.readOptions(asked.values())),
          list,
          asked.values(),
          report);
    } catch (BadInput e) {
      return report.fail("stdin: " + e.getMessage());
    } catch (IOException e) {
      return report.fail(String.valueOf(e.getMessage()));
    }
  }

  private static int write(
      PackageFolder folder, ResourceList list, FlagValues values, RunReport report) {
    folder.warnings().forEach(report::warn);
    var sink = PackageSink.of(folder.items(), list);
    var placed = new ArrayList<PlacedItem>(sink.placed());
    if (!values.isOn(PRUNE) && !sink.others().isEmpty()) {
      sink.others().forEach(item -> placed.add(PlacedItem.unchanged(item)));
      report.warn(
          "%s of %s not in the list, and left (expected: --prune, to delete): %s"
              .formatted(
                  StepResolver.count(sink.others().size(), "item"),
                  folder.root(),
                  String.join(", ", sink.others().stream().map(FnSink::name).toList())));
    }
    WritePlan plan = folder.plan(placed);
    Optional<String> problem = DeletionCheck.findProblem(values, plan, folder.root());
    if (problem.isPresent()) {
      return report.fail(problem.get());
    }
    plan.warnings().forEach(report::warn);
    plan.write();
    report.files(plan, folder.root());
    return 0;
  }

  private static String name(PackageItem item) {
    return item.path() + ":" + item.line();
  }

  private static final String USAGE =
      """
      usage: kiln fn sink DIR [flags]

      Writes the ResourceList on stdin into DIR: each item into the file that its annotations name.
      Changes existing resources only where they differ. Creates DIR if it is missing.

      Example:
        kiln fn source my-package | kiln fn run - --function set-labels -- tier=web | kiln fn sink copy

      Flags:
      """;
}
