package dev.kiln.runtime.containers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A container engine: its command, its kind and its version. */
public final class Engine {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> command;
  private final Map<String, String> environment;
  private final EngineFacts facts;

  Engine(List<String> command, Map<String, String> environment, EngineFacts facts) {
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.facts = facts;
  }

  /**
   * Finds the first of docker, podman and nerdctl on the PATH that answers. Docker comes first
   * because kustomize and kpt run docker, so images built for them are in its store. An engine is
   * skipped if it has no daemon, or none that this user may access.
   *
   * @param environment the environment of this process; variables meant for Kiln alone are not
   *     passed to the engine
   * @throws NoEngineException if none answers
   */
  public static Engine find(Map<String, String> environment) {
    return new EngineSearch(environment).first();
  }

  /**
   * The engine that {@code --engine} names.
   *
   * @param words the command, followed by any options of the engine itself
   * @throws NoEngineException if it does not answer, or is not an engine
   */
  public static Engine of(List<String> words, Map<String, String> environment) {
    return new EngineSearch(environment).requireNamed(words);
  }

  /** The kind of the engine, regardless of the name of its command. */
  EngineKind kind() {
    return facts.kind();
  }

  /** Whether its containers run on this kernel and can mount folders of this file system. */
  public boolean isLocal() {
    return facts.local();
  }

  EngineFacts facts() {
    return facts;
  }

  /** Whether it writes exit files, which tell more than the exit code of its client. */
  boolean hasExitFiles() {
    return facts.local() && facts.isAtLeast(EngineKind.PODMAN, 4, 0);
  }

  Map<String, String> environment() {
    return environment;
  }

  /**
   * The full command for these arguments. It suppresses the engine's warnings, because they do not
   * come from the function and would hide why it failed.
   */
  List<String> command(List<String> arguments) {
    boolean levels = facts.kind() == EngineKind.PODMAN;
    return Stream.of(command, levels ? List.of("--log-level=error") : List.<String>of(), arguments)
        .flatMap(List::stream)
        .toList();
  }

  EngineOutput query(String... arguments) {
    return query(LIMIT, arguments);
  }

  EngineOutput query(Duration limit, String... arguments) {
    return EngineOutput.of(command(List.of(arguments)), environment, limit);
  }

  /** For people: {@code podman 4.3.1 (/usr/bin/docker)}. */
  @Override
  public String toString() {
    return facts.kind().command() + " " + facts.version() + " (" + String.join(" ", command) + ")";
  }
}
