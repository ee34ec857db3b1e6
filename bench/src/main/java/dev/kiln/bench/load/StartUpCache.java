package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.SMALL;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The cache that a JVM writes in a training run and reads at its next start. The launcher and the
 * image use such a cache as well.
 *
 * @param classPath the classes of the hosts that the cache is for
 */
record StartUpCache(String classPath, Path file) {
  private static final int CALLS = 20;

  /**
   * Trains a cache with a host that warms up, is called over each door, and shuts down normally.
   */
  static StartUpCache trained(String classPath) throws IOException, InterruptedException {
    Path file = Files.createTempFile("kiln", ".aot");
    file.toFile().deleteOnExit();
    var flags = List.of("-XX:AOTCacheOutput=" + file);
    try (var kiln = Servers.kiln(classPath, flags)) {
      for (Peer peer : Peer.KILN) {
        var _ = Contender.ofKiln(peer, kiln, GeneratedList.ofSize(SMALL)).call(CALLS, CALLS);
      }
    }
    return new StartUpCache(classPath, file);
  }

  /** Starts a host with the cache and further flags for the JVM. */
  ServerProcess startHost(String... jvmFlags) {
    var flags = new ArrayList<>(List.of(jvmFlags));
    flags.add("-XX:AOTCache=" + file);
    return Servers.kiln(classPath, flags);
  }
}
