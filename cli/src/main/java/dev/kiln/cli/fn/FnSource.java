package dev.kiln.cli.fn;

import dev.kiln.client.PackageSource;
import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.steps.ConfigFile;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.sdk.ResourceList;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code kiln fn source}. */
final class FnSource {
  static final String NAME = "source";

  private static final Flags FLAGS =
      new Flags(RunFlags.FN_CONFIG, RunFlags.INCLUDE_KPTFILE, RunFlags.STRICT);

  private FnSource() {}

  static int run(List<String> args) {
    return FolderArguments.of(args, FLAGS, USAGE, ".").map(FnSource::run).orElse(0);
  }

  private static int run(FolderArguments asked) {
    var report = new RunReport(TerminalStyle.ofStderr());
    PackageFolder folder = PackageFolder.read(asked.dir(), FnRun.readOptions(asked.values()));
    folder.warnings().forEach(report::warn);
    ResourceList list = PackageSource.of(folder.items());
    Optional<FlagValues.Given> config = asked.values().find(RunFlags.FN_CONFIG);
    if (config.isPresent()) {
      list = list.withFunctionConfig(ConfigFile.read(Path.of(config.get().value())));
    }
    byte[] bytes = list.bytes();
    System.out.write(bytes, 0, bytes.length);
    return 0;
  }

  private static final String USAGE =
      """
      usage: kiln fn source [DIR] [flags]

      Prints the resources in DIR as a ResourceList; annotations say which file each is from, so that
      kiln fn sink can put it back there. Without DIR, it reads the current folder.

      Example:
        kiln fn source my-package | kiln fn run - --function set-labels -- tier=web | kiln fn sink my-package

      Flags:
      """;
}
