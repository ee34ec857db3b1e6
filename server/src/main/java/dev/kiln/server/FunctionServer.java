package dev.kiln.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Runners;
import dev.kiln.sdk.FunctionClass;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.server.flags.Flags;
import dev.kiln.server.flags.Suggestion;
import dev.kiln.server.flags.UsageException;
import dev.kiln.server.flags.Values;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes a program out of functions: the one line of an author's {@code main}, and a host. */
public final class FunctionServer {
  private FunctionServer() {}

  /**
   * Serves one function and ends the process with its exit code. By spec v1: the ResourceList comes
   * on stdin and goes to stdout, messages go to stderr.
   */
  public static void main(String[] args, Class<? extends KrmFunction> function) {
    FunctionClass one = FunctionClass.of(function);
    Exit.with(run(one.definition().name(), Settings.OF_ONE, List.of(args), () -> List.of(one)));
  }

  /**
   * Serves many functions, which are loaded once the arguments are known to be good.
   *
   * @param command what the program is called in its messages
   * @return the exit code
   */
  public static int serve(
      String command, List<String> args, Supplier<List<FunctionClass>> functions) {
    return run(command, Settings.OF_MANY, args, functions);
  }

  private static int run(
      String command, Flags flags, List<String> args, Supplier<List<FunctionClass>> functions) {
    var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    try {
      Values values = flags.parse(args, System.getenv());
      if (values.help()) {
        System.out.print(usage(command, flags));
        return 0;
      }
      Settings settings = Settings.of(values);
      List<FunctionClass> held = narrowed(functions.get(), settings.functions());
      return settings.addresses().isServer()
          ? Host.run(settings, held)
          : onStdin(settings, held, err);
    } catch (UsageException e) {
      err.println(e.text(command));
      return 1;
    }
  }

  private static int onStdin(Settings settings, List<FunctionClass> functions, PrintStream err) {
    System.setErr(err);
    System.setOut(err); // stdout is for the list alone, whatever a function prints
    if (Terminal.isStdin()) {
      err.println("waiting for a ResourceList on stdin, to be ended with Ctrl-D");
    }
    var runners = new Runners(functions.stream().map(JavaRunner::host).toList());
    try (var evaluator = new Evaluator(runners, settings.limits())) {
      return new StdinDoor(evaluator, settings.limits().maxMessageBytes())
          .serve(
              new FileInputStream(FileDescriptor.in),
              new FileOutputStream(FileDescriptor.out),
              err);
    }
  }

  private static List<FunctionClass> narrowed(List<FunctionClass> all, List<String> names) {
    return names.isEmpty() ? all : names.stream().distinct().map(one -> named(all, one)).toList();
  }

  /** Most are named as their class is; those are tried first, and spare the other definitions. */
  private static FunctionClass named(List<FunctionClass> all, String name) {
    String likely = name.replace("-", "").toLowerCase(Locale.ROOT);
    return Stream.concat(
            all.stream().filter(one -> one.className().toLowerCase(Locale.ROOT).endsWith(likely)),
            all.stream())
        .filter(one -> name(one).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name, all));
  }

  private static UsageException unknown(String name, List<FunctionClass> all) {
    List<String> known = all.stream().map(FunctionServer::name).sorted().toList();
    return new UsageException(
        "unknown function \"%s\" (there are %s)%s"
            .formatted(name, String.join(", ", known), Suggestion.of(name, known)));
  }

  private static String name(FunctionClass function) {
    return function.definition().name();
  }

  private static String usage(String command, Flags flags) {
    return """
    usage: %s [flags] < list.yaml > out.yaml

    Runs a function by KRM function spec v1: reads one ResourceList from stdin and writes one to
    stdout; messages go to stderr. Exit codes: 0 done, 1 an error among the results or nothing ran,
    2 the function threw, 3 it refused its functionConfig, 124 it was not done in time.

    Flags, with the variable that stands in for one that is not given:
    %s"""
        .formatted(command, flags.help());
  }
}
