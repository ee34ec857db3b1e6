package dev.kiln.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.server.config.FunctionFlags;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes a program out of functions: the one line of an author's {@code main}, and a host. */
public final class FunctionServer {
  private FunctionServer() {}

  /**
   * Serves one function and ends the process with its exit code. With an address it is a server, by
   * spec v2; else, by spec v1, the ResourceList comes on stdin and goes to stdout, and messages go
   * to stderr.
   */
  public static void main(String[] args, Class<? extends KrmFunction> function) {
    Exit.with(run(function, List.of(args), new OwnProcess()));
  }

  static int run(Class<? extends KrmFunction> function, List<String> args, ProgramProcess process) {
    FunctionClass one = FunctionClass.of(function);
    var none = new FunctionFlags(new FunctionKinds());
    var program =
        new Program(
            one.definition().name(), HostSettings.OF_ONE, none, () -> List.of(one), List::of);
    return run(program, args, process);
  }

  /**
   * Serves many functions, which are loaded once the arguments are known to be good.
   *
   * @param command what the program is called in its messages
   * @param kinds of functions that may be declared beside these
   * @param hostCommand the words that start this program as a host, without flags
   * @return the exit code
   */
  public static int serve(
      String command,
      List<String> args,
      Supplier<List<FunctionClass>> functions,
      FunctionKinds kinds,
      Supplier<List<String>> hostCommand) {
    var declared = new FunctionFlags(kinds);
    var program =
        new Program(command, HostSettings.flagsOfMany(declared), declared, functions, hostCommand);
    return run(program, args, new OwnProcess());
  }

  /**
   * What is run.
   *
   * @param command what it is called in its messages
   */
  private record Program(
      String command,
      Flags flags,
      FunctionFlags declared,
      Supplier<List<FunctionClass>> functions,
      Supplier<List<String>> hostCommand) {}

  private static int run(Program program, List<String> args, ProgramProcess process) {
    var err = new PrintStream(process.stderr(), true, UTF_8);
    var problems = new ArrayList<String>();
    try {
      FlagValues values = program.flags().parse(args, process.variables());
      if (values.help()) {
        System.out.print(usage(program.command(), program.flags()));
        return 0;
      }
      HostSettings settings = HostSettings.of(values, program.declared());
      LoadedFunctions held =
          LoadedFunctions.of(program.functions().get(), settings, program.hostCommand(), problems);
      return settings.addresses().isServer()
          ? new Host(settings, held, process).run(problems)
          : onStdin(settings, held, problems, process);
    } catch (UsageException e) {
      problems.forEach(problem -> err.println("warning: " + problem)); // one may be the reason
      err.println(e.text(program.command()));
      return 1;
    } catch (CannotStartException e) {
      err.println("error: " + e.getMessage());
      return 1;
    }
  }

  private static int onStdin(
      HostSettings settings,
      LoadedFunctions functions,
      List<String> problems,
      ProgramProcess process) {
    var err = new PrintStream(process.stderr(), true, UTF_8);
    problems.forEach(problem -> err.println("warning: " + problem));
    process.serveStdin(err);
    try (functions;
        var registry = functions.registry()) {
      return new StdinDoor(registry, settings.limits())
          .serve(process.stdin(), process.stdout(), err);
    }
  }

  private static String usage(String command, Flags flags) {
    return """
    usage: %s [flags] < list.yaml > out.yaml
           %1$s --http-addr ADDRESS [--grpc-addr ADDRESS] [flags]

    Runs functions as the KRM Functions Specification defines them.

    Without an address, it follows version 1: it reads one ResourceList from stdin and writes one to
    stdout. Messages go to stderr. Exit codes: 0 success; 1 the results contain an error, or nothing
    ran; 2 the function threw an exception; 3 the function rejected its functionConfig; 124 the
    function was not done in time.

    With an address, it follows version 2: it serves until SIGTERM, and then finishes the running
    calls.

    Flags, each with the variable that is used if the flag is not given:
    %s"""
        .formatted(command, flags.help());
  }
}
