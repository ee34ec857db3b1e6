package dev.kiln.server.warm;

import dev.kiln.runtime.Quantities;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Default;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a host holds beside Java functions, as flags and the configuration file say.
 *
 * @param engine the command of the container engine; the first one found if empty
 * @param allowImages patterns of images that a request may have started
 * @param standIns patterns of other publishers' images that functions here answer for
 */
public record HostConfig(
    Optional<String> engine,
    List<String> allowImages,
    List<String> standIns,
    List<Function> functions) {
  /** Nothing at all. */
  public static final HostConfig NONE =
      new HostConfig(Optional.empty(), List.of(), List.of(), List.of());

  public HostConfig {
    var names = new HashSet<String>();
    for (int i = 0; i < functions.size(); i++) {
      String field = "functions[" + i + "].name";
      String name = functions.get(i).name();
      BadInput.unless(names.add(name), field, name, "a name that no other function has");
    }
  }

  /** Both; what this one says counts where there can be only one. */
  HostConfig and(HostConfig other) {
    return new HostConfig(
        engine.or(other::engine),
        joined(allowImages, other.allowImages),
        joined(standIns, other.standIns),
        joined(functions, other.functions));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** How a function is spoken to. */
  public enum Serves {
    /** A list on stdin, once; started ahead of each call. */
    STDIN,
    /** Lists over HTTP; started once. */
    HTTP,
    /** Lists over gRPC; started once. */
    GRPC
  }

  /** Where a server is told to listen that is started here. */
  public enum Listens {
    /** In the file system, where it can be reached from here. */
    SOCKET,
    /** On this machine's own address. */
    PORT
  }

  /**
   * One function: a program, an image or a server elsewhere.
   *
   * @param serves how to speak to a program or an image; an image's metadata says if it is empty
   * @param listens where it listens if it is a server, a socket if empty
   * @param idempotent whether a call may be made again that may have run
   */
  public record Function(
      @Default("") String name,
      Optional<Exec> exec,
      Optional<String> image,
      Optional<Container> container,
      Optional<Remote> remote,
      Optional<Serves> serves,
      Optional<Listens> listens,
      @Default("false") boolean idempotent,
      Optional<Pool> pool) {
    public Function {
      int kinds =
          (exec.isPresent() ? 1 : 0) + (image.isPresent() ? 1 : 0) + (remote.isPresent() ? 1 : 0);
      need(kinds == 1, "exec", kinds + " of them", "one of exec, image and remote");
      boolean named = !name.isEmpty() || image.isPresent();
      need(named, "name", "missing", "a name, which only an image brings along");
      name = name.isEmpty() ? image.orElseThrow() : name;
      boolean fits = container.isEmpty() || image.isPresent();
      need(fits, "container", "an object", "nothing, for this is no image");
    }

    static Function exec(String name, List<String> command) {
      var exec = new Exec(command, Map.of(), Optional.empty());
      return of(name, Optional.of(exec), Optional.empty(), Optional.empty());
    }

    static Function image(String name, String image) {
      return of(name, Optional.empty(), Optional.of(image), Optional.empty());
    }

    static Function remote(String name, List<String> addresses) {
      var remote =
          new Remote(
              addresses,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
      return of(name, Optional.empty(), Optional.empty(), Optional.of(remote));
    }

    private static Function of(
        String name, Optional<Exec> exec, Optional<String> image, Optional<Remote> remote) {
      return new Function(
          name,
          exec,
          image,
          Optional.empty(),
          remote,
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty());
    }
  }

  /** A program, with all of its environment that is not the usual. */
  public record Exec(List<String> command, Map<String, String> env, Optional<String> directory) {
    public Exec {
      need(!command.isEmpty(), "command", "nothing", "a program and its arguments");
    }
  }

  /** What a container may have beyond the least. */
  public record Container(
      @Default("none") String network,
      Map<String, String> env,
      List<Mount> mounts,
      Optional<String> memory,
      @Default("false") boolean readOnly,
      @Default("missing") Pull pull) {
    static final Container LEAST =
        new Container("none", Map.of(), List.of(), Optional.empty(), false, Pull.MISSING);

    public Container {
      memory.ifPresent(text -> bytes("memory", text));
    }

    OptionalLong memoryBytes() {
      return memory
          .map(text -> OptionalLong.of(bytes("memory", text)))
          .orElse(OptionalLong.empty());
    }
  }

  /** When an image is fetched. */
  public enum Pull {
    ALWAYS,
    MISSING,
    NEVER
  }

  /** A file or folder of this machine in a container. */
  public record Mount(String source, String target, @Default("false") boolean writable) {}

  /**
   * A server of spec v2.
   *
   * @param addresses of servers that are alike
   * @param function the name to ask for
   * @param image the image to ask for
   */
  public record Remote(
      List<String> addresses,
      Optional<String> function,
      Optional<String> image,
      Optional<String> caFile,
      Optional<String> certFile,
      Optional<String> keyFile) {
    public Remote {
      need(!addresses.isEmpty(), "addresses", "nothing", "one address at least");
    }
  }

  /**
   * How many are kept ready, and for how long.
   *
   * @param min how many are ready however long nobody calls
   * @param max how many there are at most, busy ones included
   * @param idle how long one beyond the least is kept that nobody needs
   * @param memory what one is taken to need
   * @param maxAge how long a server is kept before it is started anew
   * @param maxCalls how many calls a server answers before it is started anew
   */
  public record Pool(
      @Default("1") int min,
      @Default("8") int max,
      @Default("5m") String idle,
      @Default("64Mi") String memory,
      Optional<String> maxAge,
      Optional<Long> maxCalls) {
    static final Pool USUAL = new Pool(1, 8, "5m", "64Mi", Optional.empty(), Optional.empty());

    public Pool {
      BadInput.unless(min >= 0, "min", min, "0 or more");
      BadInput.unless(max >= 1 && max >= min, "max", max, "1 or more, and no less than min");
      duration("idle", idle);
      bytes("memory", memory);
      maxAge.ifPresent(text -> duration("maxAge", text));
      maxCalls.ifPresent(calls -> BadInput.unless(calls > 0, "maxCalls", calls, "1 or more"));
    }

    Duration idleTime() {
      return duration("idle", idle);
    }

    long memoryBytes() {
      return bytes("memory", memory);
    }

    Optional<Duration> longestAge() {
      return maxAge.map(text -> duration("maxAge", text));
    }
  }

  private static void need(boolean ok, String field, String found, String expected) {
    if (!ok) {
      throw new BadInput(field, found, expected);
    }
  }

  private static Duration duration(String field, String text) {
    return Quantities.duration(text)
        .filter(Duration::isPositive)
        .orElseThrow(() -> new BadInput(field, quoted(text), "a duration, as 90s or 5m"));
  }

  private static long bytes(String field, String text) {
    return Quantities.bytes(text)
        .orElseThrow(() -> new BadInput(field, quoted(text), "a number of bytes, as 256Mi"));
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
