package dev.kiln.runtime.containers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The command that starts containers, and what is known of it. */
public final class Engine {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> words;
  private final Map<String, String> environment;
  private final EngineFacts facts;

  Engine(List<String> words, Map<String, String> environment, EngineFacts facts) {
    this.words = List.copyOf(words);
    this.environment = Map.copyOf(environment);
    this.facts = facts;
  }

  /**
   * The first of docker, podman and nerdctl on the PATH that answers. In that order, for kustomize
   * and kpt run docker, and what was built for them is in its store; one that has no daemon, or
   * none that this user may talk to, is passed over.
   *
   * @param environment this process's; what is for Kiln alone does not get to the engine
   * @throws NoEngineException if none answers
   */
  public static Engine find(Map<String, String> environment) {
    return new EngineSearch(environment).first();
  }

  /**
   * The one of {@code --engine}.
   *
   * @param words the command, and options of the engine itself if need be
   * @throws NoEngineException if it does not answer, or is no engine
   */
  public static Engine of(List<String> words, Map<String, String> environment) {
    return new EngineSearch(environment).given(words);
  }

  /** What it is, whatever it is called. */
  EngineKind kind() {
    return facts.kind();
  }

  /** Whether its containers run on this kernel and see this file system's mounts. */
  public boolean isLocal() {
    return facts.local();
  }

  EngineFacts facts() {
    return facts;
  }

  /** Whether it tells more about its containers than its client's exit does. */
  boolean hasExitFiles() {
    return facts.local() && facts.isAtLeast(EngineKind.PODMAN, 4, 0);
  }

  Map<String, String> environment() {
    return environment;
  }

  /** Its warnings are left out: they are none of a function's, and would hide why it failed. */
  List<String> command(List<String> arguments) {
    boolean levels = facts.kind() == EngineKind.PODMAN;
    return Stream.of(words, levels ? List.of("--log-level=error") : List.<String>of(), arguments)
        .flatMap(List::stream)
        .toList();
  }

  EngineOutput ask(String... arguments) {
    return ask(LIMIT, arguments);
  }

  EngineOutput ask(Duration limit, String... arguments) {
    return EngineOutput.of(command(List.of(arguments)), environment, limit);
  }

  /** For people: {@code podman 4.3.1 (/usr/bin/docker)}. */
  @Override
  public String toString() {
    return facts.kind().command() + " " + facts.version() + " (" + String.join(" ", words) + ")";
  }
}
