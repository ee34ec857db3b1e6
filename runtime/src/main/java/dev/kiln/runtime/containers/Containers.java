package dev.kiln.runtime.containers;

import dev.kiln.runtime.instances.ChildTermination;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.runtime.instances.Launcher;
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

/**
 * The containers of one process: builds the commands that start them, and owns the folder and the
 * thread that watch their exit files.
 */
public final class Containers implements AutoCloseable {
  /** The port that servers listen on inside of their containers, where it must be a port. */
  private static final int PORT = 8080;

  private final Engine engine;
  private final ImageInspector images;
  private final Path folder;
  private final Optional<ExitFiles> exitFiles;
  private final OwnerLabel owner = OwnerLabel.self();
  private final String prefix;
  private final AtomicLong nameCounter = new AtomicLong();

  /**
   * Creates a folder for this process, and starts to remove containers that dead processes may have
   * left.
   */
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
      // a later process tries again; if the engine does not work, the first start reports it
    }
  }

  private static Path privateFolder() {
    try {
      return Files.createTempDirectory("kiln-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The engine that starts the containers. */
  public Engine engine() {
    return engine;
  }

  /** The prefix of the names of all its containers. */
  String prefix() {
    return prefix;
  }

  /**
   * Reads the metadata of an image, and fetches the image first as its pull policy says. If several
   * threads ask for one image, it is fetched once. This may take as long as a download.
   *
   * @throws EngineException with the engine's own message if the image does not exist or cannot be
   *     fetched
   */
  public ImageFacts inspect(ContainerSpec spec) {
    return images.facts(spec);
  }

  /**
   * Starts programs of spec v1. The image must be present; {@link #inspect} fetches it. If the
   * engine fails to start a container, the next call checks the image again.
   */
  public Launcher v1Launcher(ContainerSpec spec) {
    var doubtful = new AtomicBoolean();
    return () -> {
      if (doubtful.getAndSet(false)) {
        images.facts(spec);
      }
      ContainerName name = nextName();
      ChildTermination ends = termination(name, () -> doubtful.set(true), () -> {});
      return launch(RunCommand.program(engine, spec, name), ends);
    };
  }

  /**
   * Starts v2 servers. The image must be present; {@link #inspect} fetches it. If this process can
   * share a folder with the server, the server gets no network and listens on a socket in that
   * folder. Otherwise it listens on a port that is published only on this machine. A published port
   * needs a network, so the engine's default network replaces none.
   */
  public ServerLauncher v2Launcher(ContainerSpec spec, Protocol protocol) {
    Optional<SharedUser> user = SharedUser.of(engine, spec.user(), folder);
    return user.isPresent()
        ? () -> serverOnSocket(spec, user.get(), protocol)
        : v2LauncherOnPort(spec, protocol);
  }

  /**
   * Like {@link #v2Launcher}, but always on a port, for servers that do not support sockets in the
   * file system.
   */
  public ServerLauncher v2LauncherOnPort(ContainerSpec spec, Protocol protocol) {
    return () -> serverOnPort(spec, protocol);
  }

  private ServerLauncher.Server serverOnSocket(
      ContainerSpec spec, SharedUser user, Protocol protocol) {
    ContainerName name = nextName();
    var shared = SocketFolder.make(folder, name.text().substring(prefix.length()), user);
    List<String> command =
        RunCommand.server(engine, spec.withUser(user.ids()), name, shared, protocol.variable());
    return ServerLauncher.Server.at(
        RemoteAddress.unix(protocol, shared.socket()),
        launch(command, termination(name, () -> {}, shared::remove)));
  }

  private ServerLauncher.Server serverOnPort(ContainerSpec spec, Protocol protocol) {
    ContainerName name = nextName();
    List<String> command = RunCommand.server(engine, spec, name, PORT, protocol.variable());
    return new ServerLauncher.Server(
        launch(command, termination(name, () -> {}, () -> {})),
        () -> findPublishedPort(name).map(port -> RemoteAddress.tcp(protocol, "127.0.0.1", port)));
  }

  /** The port of this machine that leads to the container's port, once the container is started. */
  private Optional<Integer> findPublishedPort(ContainerName name) {
    try {
      EngineOutput answer = engine.query("port", name.text(), PORT + "/tcp");
      return answer
          .out()
          .lines()
          .map(line -> line.strip().substring(line.strip().lastIndexOf(':') + 1))
          .filter(port -> answer.isSuccess() && port.matches("\\d{1,5}"))
          .map(Integer::valueOf)
          .findFirst();
    } catch (EngineException e) {
      return Optional.empty(); // the caller asks again, and finally reports the server's output
    }
  }

  private ContainerName nextName() {
    long number = nameCounter.incrementAndGet();
    return new ContainerName(prefix + number, owner, folder.resolve(number + ".pid"));
  }

  private ChildTermination termination(ContainerName name, Runnable failed, Runnable gone) {
    return new ContainerTermination(name, RunCommand.kill(engine, name), exitFiles, failed, gone);
  }

  private LaunchSpec launch(List<String> command, ChildTermination termination) {
    return new LaunchSpec(command, engine.environment(), Optional.empty(), termination);
  }

  /** Must be closed last, when none of these containers is left. */
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
