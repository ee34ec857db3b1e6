package dev.kiln.client;

import dev.kiln.client.steps.StandardKinds;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.remote.ClientToken;
import java.util.List;
import java.util.Optional;

/**
 * Where and how functions run.
 *
 * @param functions the functions that can be called by name
 * @param host the address of a running host, which runs named functions and images; empty to run
 *     everything in this process
 * @param hostHint a text for people: who gave that address, and what to do if nobody answers there
 * @param hostToken tells the host who calls
 * @param engine the words of the container engine's command; empty for the first engine that
 *     answers
 * @param singleRun whether there is only one run, so that nothing is started for later runs
 * @param kinds the kinds of functions that may be declared
 * @param asCurrentUser whether containers run as the user of this process; if not, they run as
 *     nobody
 */
public record ExecutionOptions(
    List<RegisteredFunction> functions,
    Optional<String> host,
    String hostHint,
    ClientToken hostToken,
    List<String> engine,
    boolean singleRun,
    boolean asCurrentUser,
    Limits limits,
    FunctionKinds kinds) {
  public ExecutionOptions {
    functions = List.copyOf(functions);
    engine = List.copyOf(engine);
  }

  /** Runs everything from this process, with programs, containers and servers only. */
  public static ExecutionOptions local() {
    return new ExecutionOptions(
        List.of(),
        Optional.empty(),
        "",
        ClientToken.NONE,
        List.of(),
        false,
        false,
        Limits.defaults(),
        StandardKinds.all());
  }

  /** Runs on a host what the host can run. */
  public static ExecutionOptions onHost(String address) {
    return local().withHost(address);
  }

  /** Returns these options with functions that can be called by name. */
  public ExecutionOptions withFunctions(List<RegisteredFunction> functions) {
    return new ExecutionOptions(
        functions, host, hostHint, hostToken, engine, singleRun, asCurrentUser, limits, kinds);
  }

  /** Returns these options with a host. */
  public ExecutionOptions withHost(String address) {
    return withHost(address, "");
  }

  /** Returns these options with a host, and a note of who gave its address. */
  public ExecutionOptions withHost(String address, String from) {
    return new ExecutionOptions(
        functions,
        Optional.of(address),
        from,
        hostToken,
        engine,
        singleRun,
        asCurrentUser,
        limits,
        kinds);
  }

  /** Returns these options with a token for the host. */
  public ExecutionOptions withHostToken(ClientToken token) {
    return new ExecutionOptions(
        functions, host, hostHint, token, engine, singleRun, asCurrentUser, limits, kinds);
  }

  /** Returns these options with another engine. */
  public ExecutionOptions withEngine(List<String> command) {
    return new ExecutionOptions(
        functions, host, hostHint, hostToken, command, singleRun, asCurrentUser, limits, kinds);
  }

  /** Returns these options with containers that run as this process's user, or as nobody. */
  public ExecutionOptions asCurrentUser(boolean current) {
    return new ExecutionOptions(
        functions, host, hostHint, hostToken, engine, singleRun, current, limits, kinds);
  }

  /** Returns these options for a single run. */
  public ExecutionOptions forSingleRun() {
    return new ExecutionOptions(
        functions, host, hostHint, hostToken, engine, true, asCurrentUser, limits, kinds);
  }

  /** Returns these options with other limits. */
  public ExecutionOptions withLimits(Limits others) {
    return new ExecutionOptions(
        functions, host, hostHint, hostToken, engine, singleRun, asCurrentUser, others, kinds);
  }

  /** Returns these options with other kinds of functions. */
  public ExecutionOptions withKinds(FunctionKinds others) {
    return new ExecutionOptions(
        functions, host, hostHint, hostToken, engine, singleRun, asCurrentUser, limits, others);
  }
}
