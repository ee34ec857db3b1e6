package dev.kiln.runtime.containers;

import dev.kiln.runtime.programs.ChildTermination;
import dev.kiln.runtime.programs.LaunchSpec;
import dev.kiln.runtime.programs.Launcher;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.ServerLauncher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The containers of one process: says how to start them, and keeps what watching them takes. */
public final class Containers implements AutoCloseable {
  /** The port that servers listen on inside of their containers, where it must be a port. */
  private static final int PORT = 8080;

  private final Engine engine;
  private final ImageInspector images;
  private final Path folder;
  private final Optional<ExitFiles> exitFiles;
  private final OwnerLabel owner = OwnerLabel.self();
  private final String prefix;
  private final AtomicLong started = new AtomicLong();

  /** Makes a folder of its own, and removes what processes that died may have left. */
  public Containers(Engine engine) {
    this.engine = engine;
    this.images = new ImageInspector(engine);
    this.folder = privateFolder();
    this.exitFiles = engine.hasExitFiles() ? Optional.of(new ExitFiles()) : Optional.empty();
    this.prefix = "kiln-" + Long.toHexString(ThreadLocalRandom.current().nextLong() >>> 16) + "-";
    Thread.startVirtualThread(this::removeOrphans);
  }

  private void removeOrphans() {
    try {
      OrphanedContainers.remove(engine);
    } catch (EngineException e) {
      // whoever comes next tries again; what an engine cannot do now, a start will tell
    }
  }

  private static Path privateFolder() {
    try {
      return Files.createTempDirectory("kiln-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What starts them. */
  public Engine engine() {
    return engine;
  }

  /** What the names of all its containers begin with. */
  String prefix() {
    return prefix;
  }

  /**
   * What an image says of itself; fetches it first, as its policy is. Any number of threads may ask
   * for one image: it is fetched once. May take as long as a download does.
   *
   * @throws EngineException with the engine's own words if there is no such image, or no way to it
   */
  public ImageFacts inspect(ContainerSpec spec) {
    return images.facts(spec);
  }

  /**
   * Starts programs of spec v1. The image must be there: {@link #inspect} sees to it. Should the
   * engine fail to start one, its image is looked for again before the next.
   */
  public Launcher v1(ContainerSpec spec) {
    var doubtful = new AtomicBoolean();
    return () -> {
      if (doubtful.getAndSet(false)) {
        images.facts(spec);
      }
      ContainerName name = name();
      ChildTermination ends = ends(name, () -> doubtful.set(true), () -> {});
      return launch(RunCommand.program(engine, spec, name), ends);
    };
  }

  /**
   * Starts v2 servers. The image must be there: {@link #inspect} sees to it. A server that this
   * process can share a folder with gets no network, and listens on a socket in that folder; else
   * it listens on a port that is published on this machine alone, for which its spec's network may
   * not be none: the engine's own is taken then.
   */
  public ServerLauncher v2(ContainerSpec spec, Protocol protocol) {
    Optional<SharedUser> user = SharedUser.of(engine, spec.user(), folder);
    return user.isPresent() ? () -> onSocket(spec, user.get(), protocol) : v2OnPort(spec, protocol);
  }

  /** The same, on a port wherever the engine is: for servers that know no sockets. */
  public ServerLauncher v2OnPort(ContainerSpec spec, Protocol protocol) {
    return () -> onPort(spec, protocol);
  }

  private ServerLauncher.Server onSocket(ContainerSpec spec, SharedUser user, Protocol protocol) {
    ContainerName name = name();
    var shared = SocketFolder.make(folder, name.text().substring(prefix.length()), user);
    List<String> command =
        RunCommand.server(engine, spec.withUser(user.numbers()), name, shared, protocol.variable());
    return ServerLauncher.Server.at(
        RemoteAddress.unix(protocol, shared.socket()),
        launch(command, ends(name, () -> {}, shared::remove)));
  }

  private ServerLauncher.Server onPort(ContainerSpec spec, Protocol protocol) {
    ContainerName name = name();
    List<String> command = RunCommand.server(engine, spec, name, PORT, protocol.variable());
    return new ServerLauncher.Server(
        launch(command, ends(name, () -> {}, () -> {})),
        () -> published(name).map(port -> RemoteAddress.tcp(protocol, "127.0.0.1", port)));
  }

  /** The port of this machine by which the container's is reached, once it is started. */
  private Optional<Integer> published(ContainerName name) {
    try {
      EngineOutput answer = engine.ask("port", name.text(), PORT + "/tcp");
      return answer
          .out()
          .lines()
          .map(line -> line.strip().substring(line.strip().lastIndexOf(':') + 1))
          .filter(port -> answer.isYes() && port.matches("\\d{1,5}"))
          .map(Integer::valueOf)
          .findFirst();
    } catch (EngineException e) {
      return Optional.empty(); // it is asked again, and its server's own words are told in the end
    }
  }

  private ContainerName name() {
    long number = started.incrementAndGet();
    return new ContainerName(prefix + number, owner, folder.resolve(number + ".pid"));
  }

  private ChildTermination ends(ContainerName name, Runnable failed, Runnable gone) {
    return new ContainerTermination(name, RunCommand.kill(engine, name), exitFiles, failed, gone);
  }

  private LaunchSpec launch(List<String> command, ChildTermination ends) {
    return new LaunchSpec(command, engine.environment(), Optional.empty(), ends);
  }

  /** Closed last, when no container of these is left. */
  @Override
  public void close() {
    exitFiles.ifPresent(ExitFiles::close);
    try (Stream<Path> left = Files.walk(folder)) {
      for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
