package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.SMALL;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Exchange;
import dev.kiln.bench.load.servers.Servers;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The cache that a JVM writes in a training run and reads at its next start. The launcher and the
 * image use such a cache as well.
 */
record StartUpCache(Path file) {
  private static final int CALLS = 20;

  /**
   * Trains a cache with a host that warms up, is called over each door, and shuts down normally.
   */
  static StartUpCache trained(EventLoop thread) throws InterruptedException {
    var list = GeneratedList.ofSize(SMALL);
    var exchange = new Exchange(list.bytes(), list.labelled(_ -> true));
    var cache = new StartUpCache(newFile());
    var flags = List.of("-XX:AOTCacheOutput=" + cache.file, "-Dkiln.warm-up.millis=2000");
    try (var kiln = Servers.kiln(flags)) {
      for (Peer peer : List.of(Peer.KILN_HTTP, Peer.KILN_GRPC)) {
        for (int call = 0; call < CALLS; call++) {
          try (var caller = new Contender(peer, kiln, exchange, thread).connect(1)) {
            var _ = caller.callOnce();
          }
        }
      }
    }
    return cache;
  }

  private static Path newFile() {
    try {
      Path file = Files.createTempFile("kiln", ".aot");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String flag() {
    return "-XX:AOTCache=" + file;
  }
}
