package dev.kiln.runtime.remote;

import dev.kiln.runtime.instances.ChildTermination;
import dev.kiln.runtime.instances.LaunchSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Starts a program of this machine as a server. It listens on a socket in a folder that no other
 * user can enter. A program that does not support such sockets listens on a port of the loopback
 * address.
 */
public final class ProgramServers implements ServerLauncher {
  /** The longest path that fits into a socket's address on every system. */
  private static final int MOST = 100;

  private final LaunchSpec launch;
  private final Protocol protocol;
  private final boolean tcp;

  /**
   * @param launch how to start it, without the variable that tells it where to listen
   * @param tcp whether it listens on a port and not on a socket in the file system
   */
  public ProgramServers(LaunchSpec launch, Protocol protocol, boolean tcp) {
    this.launch = launch;
    this.protocol = protocol;
    this.tcp = tcp;
  }

  @Override
  public Server next() {
    try {
      return tcp ? atPort() : atSocket();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Chooses a port that is free now. Another program may take it first; this start then fails. */
  private Server atPort() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return server(
          RemoteAddress.tcp(protocol, "127.0.0.1", free.getLocalPort()), launch.termination());
    }
  }

  private Server atSocket() throws IOException {
    Path folder = folder();
    Path socket = folder.resolve("s");
    return server(RemoteAddress.unix(protocol, socket), removing(folder, socket));
  }

  /** Creates a folder that only its owner may enter. */
  private static Path folder() throws IOException {
    Path folder = Files.createTempDirectory("kiln-");
    if (folder.toString().getBytes(StandardCharsets.UTF_8).length + "/s".length() <= MOST) {
      return folder;
    }
    Files.delete(folder);
    return Files.createTempDirectory(Path.of("/tmp"), "kiln-");
  }

  private Server server(RemoteAddress address, ChildTermination ends) {
    Map<String, String> environment = new HashMap<>(launch.environment());
    environment.put(protocol.variable(), address.listenAddress());
    return Server.at(
        address, new LaunchSpec(launch.command(), environment, launch.directory(), ends));
  }

  private ChildTermination removing(Path folder, Path socket) {
    ChildTermination its = launch.termination();
    return new ChildTermination() {
      @Override
      public CompletableFuture<Integer> whenEnded(Process process) {
        return its.whenEnded(process);
      }

      @Override
      public List<String> killCommand() {
        return its.killCommand();
      }

      @Override
      public boolean isStartFailure(int exitCode) {
        return its.isStartFailure(exitCode);
      }

      @Override
      public void onGone() {
        its.onGone();
        try {
          Files.deleteIfExists(socket);
          Files.deleteIfExists(folder);
        } catch (IOException _) {
          // any other files there belong to the program
        }
      }
    };
  }

  /** For messages. */
  @Override
  public String toString() {
    return String.join(" ", launch.command());
  }
}
