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

/** What a JVM keeps of a run for its next start, as the launcher and an image have it. */
record StartUpCache(Path file) {
  private static final int CALLS = 20;

  /** One of a host that warmed up, was called over each door, and ended as asked. */
  static StartUpCache trained(EventLoop thread) throws InterruptedException {
    var list = GeneratedList.ofSize(SMALL);
    var exchange = new Exchange(list.bytes(), list.labelled(_ -> true));
    var cache = new StartUpCache(newFile());
    var flags = List.of("-XX:AOTCacheOutput=" + cache.file, "-Dkiln.warm-up.millis=2000");
    try (var kiln = Servers.kiln(flags)) {
      for (Peer peer : List.of(Peer.KILN_HTTP, Peer.KILN_GRPC)) {
        for (int call = 0; call < CALLS; call++) {
          try (var caller = new Contender(peer, kiln, exchange, thread).connect(1)) {
            var _ = caller.once();
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
