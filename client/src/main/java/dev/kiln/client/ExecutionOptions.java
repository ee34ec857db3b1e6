package dev.kiln.client;

import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import java.util.List;
import java.util.Optional;

/**
 * Where functions run, and how.
 *
 * @param functions the functions that can be called by name
 * @param host the address of a host that is running already, which runs what it can: named
 *     functions and images; empty to run all in this process
 * @param hostHint for people: who gave that address, and what to do if nobody answers there
 * @param engine the words of the container engine's command; empty for the first that answers
 * @param singleRun whether there is one run only, so that nothing is started for a next
 * @param asCurrentUser whether containers run as the user of this process, not as nobody
 */
public record ExecutionOptions(
    List<RegisteredFunction> functions,
    Optional<String> host,
    String hostHint,
    List<String> engine,
    boolean singleRun,
    boolean asCurrentUser,
    Limits limits) {
  public ExecutionOptions {
    functions = List.copyOf(functions);
    engine = List.copyOf(engine);
  }

  /** In this process, with programs, containers and servers alone. */
  public static ExecutionOptions local() {
    return new ExecutionOptions(
        List.of(), Optional.empty(), "", List.of(), false, false, Limits.defaults());
  }

  /** On a host, as far as it can. */
  public static ExecutionOptions onHost(String address) {
    return local().withHost(address);
  }

  /** This, with functions that can be called by name. */
  public ExecutionOptions withFunctions(List<RegisteredFunction> functions) {
    return new ExecutionOptions(
        functions, host, hostHint, engine, singleRun, asCurrentUser, limits);
  }

  /** This, with a host. */
  public ExecutionOptions withHost(String address) {
    return withHost(address, "");
  }

  /** This, with a host whose address somebody gave. */
  public ExecutionOptions withHost(String address, String from) {
    return new ExecutionOptions(
        functions, Optional.of(address), from, engine, singleRun, asCurrentUser, limits);
  }

  /** This, with another engine. */
  public ExecutionOptions withEngine(List<String> command) {
    return new ExecutionOptions(
        functions, host, hostHint, command, singleRun, asCurrentUser, limits);
  }

  /** This, with containers as this process's user, or as nobody. */
  public ExecutionOptions asCurrentUser(boolean current) {
    return new ExecutionOptions(functions, host, hostHint, engine, singleRun, current, limits);
  }

  /** This, for one run. */
  public ExecutionOptions forSingleRun() {
    return new ExecutionOptions(functions, host, hostHint, engine, true, asCurrentUser, limits);
  }

  /** This, with other limits. */
  public ExecutionOptions withLimits(Limits others) {
    return new ExecutionOptions(
        functions, host, hostHint, engine, singleRun, asCurrentUser, others);
  }
}
