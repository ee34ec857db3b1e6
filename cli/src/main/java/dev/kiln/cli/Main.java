package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.flags.UsageException;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.container.ContainerKind;
import dev.kiln.runtime.kind.exec.ExecKind;
import dev.kiln.runtime.kind.named.NamedKind;
import dev.kiln.runtime.kind.remote.RemoteKind;
import dev.kiln.runtime.kind.starlark.StarlarkKind;
import dev.kiln.server.Exit;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;

/** Starts {@code kiln}: finds the command, runs it and ends with its exit code. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process. */
  public static void main(String[] args) {
    // UTF-8 whatever the locale, as the lists are
    var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(out, false, UTF_8));
    System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8));
    int code = run(List.of(args), kinds());
    System.out.flush();
    Exit.with(code);
  }

  /** The kinds of functions there are, in the order of messages and help. */
  static FunctionKinds kinds() {
    return new FunctionKinds(
        new ContainerKind(), new ExecKind(), new StarlarkKind(), new RemoteKind(), new NamedKind());
  }

  static int run(List<String> args) {
    return run(args, kinds());
  }

  static int run(List<String> args, FunctionKinds kinds) {
    String word = args.isEmpty() ? HelpCommand.NAME : args.getFirst();
    List<String> rest = args.isEmpty() ? args : args.subList(1, args.size());
    try {
      return Commands.named(word, kinds).run(rest);
    } catch (UsageException e) {
      System.err.println(e.text(Commands.isKnown(word) ? "kiln " + word : "kiln"));
      return 1;
    }
  }
}
