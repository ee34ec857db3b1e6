package dev.kiln.runtime.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kind, the version and the location of an engine, as it reports them.
 *
 * @param local whether its containers run on this kernel and can mount folders of this process
 * @param rootless whether it runs with only this user's rights
 */
record EngineFacts(EngineKind kind, String version, boolean local, boolean rootless) {
  private static final Pattern VERSION =
      Pattern.compile("^(\\w+) version v?(\\d+\\.\\d+[\\w.+~-]*)(, build )?", Pattern.MULTILINE);
  private static final String PODMAN_INFO =
      "{{.Host.ServiceIsRemote}}\n{{.Host.Security.Rootless}}";
  private static final String INFO =
      "{{.Name}}\n{{.KernelVersion}}\n{{.OperatingSystem}}\n{{.SecurityOptions}}";

  /**
   * Asks the engine.
   *
   * @param engine runs the engine with the given arguments
   * @throws EngineException with the engine's own message if it does not work
   */
  static EngineFacts of(Function<List<String>, EngineOutput> engine) {
    EngineOutput version = engine.apply(List.of("--version"));
    Matcher said = VERSION.matcher(version.out());
    if (!version.isSuccess() || !said.find()) {
      throw new EngineException("--version says " + version.messageTail());
    }
    EngineKind kind =
        kind(said.group(1), said.group(3) != null)
            .orElseThrow(() -> new EngineException("it is none, but " + said.group()));
    boolean podman = kind == EngineKind.PODMAN;
    EngineOutput info = engine.apply(List.of("info", "--format", podman ? PODMAN_INFO : INFO));
    if (!info.isSuccess()) {
      throw new EngineException(info.messageTail());
    }
    List<String> lines = info.out().lines().map(String::strip).toList();
    return new EngineFacts(
        kind,
        said.group(2),
        isLinux() && (podman ? isServedHere(lines) : runsHere(lines)),
        podman ? line(lines, 1).equals("true") : line(lines, 3).contains("rootless"));
  }

  /** Whether it has this kind, and this version or a later one. */
  boolean isAtLeast(EngineKind wanted, int major, int minor) {
    String[] numbers = version.split("[^0-9]", 3);
    int ahead = Integer.compare(Integer.parseInt(numbers[0]), major);
    return kind == wanted && (ahead > 0 || (ahead == 0 && Integer.parseInt(numbers[1]) >= minor));
  }

  /**
   * Recognizes the engine by its output, not by the name of its command. Some distributions install
   * podman as docker. It then prints {@code podman version} or {@code docker version}, but never
   * docker's own spelling.
   */
  private static Optional<EngineKind> kind(String name, boolean built) {
    return switch (name) {
      case "Docker" -> Optional.of(EngineKind.DOCKER);
      case "docker" -> Optional.of(built ? EngineKind.DOCKER : EngineKind.PODMAN);
      default ->
          Arrays.stream(EngineKind.values())
              .filter(kind -> kind.command().equals(name))
              .findFirst();
    };
  }

  /** Podman without a service runs everything itself, in the mount namespace of this process. */
  private static boolean isServedHere(List<String> lines) {
    return line(lines, 0).equals("false");
  }

  /**
   * Whether the daemon shares this kernel. It may run on another machine, in a virtual machine, or
   * outside of the container that this process runs in. Paths of this process then mean nothing to
   * it, or something else.
   */
  private static boolean runsHere(List<String> lines) {
    return line(lines, 0).equals(hostName())
        && line(lines, 1).equals(System.getProperty("os.version"))
        && !line(lines, 2).contains("Docker Desktop");
  }

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return ""; // no daemon has an empty name
    }
  }

  private static String line(List<String> lines, int index) {
    return index < lines.size() ? lines.get(index) : "";
  }
}
