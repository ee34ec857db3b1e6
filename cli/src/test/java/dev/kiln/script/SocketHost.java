package dev.kiln.script;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.SharedHost;
import java.nio.file.Files;
import java.nio.file.Path;

/** A host at a unix socket: our functions and a few that behave badly. */
final class SocketHost {
  private final Path folder;
  final SharedHost process;

  SocketHost() {
    try {
      folder = Files.createTempDirectory("kiln");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    process = SharedHost.of(this::start);
  }

  String address() {
    return "unix://" + folder.resolve("s");
  }

  private HostProcess start() throws Exception {
    FunctionsJar.ofAllKinds().in(folder, "functions.jar");
    String[] args = {"--functions", folder.toString(), "--http-addr", address()};
    HostProcess started = HostProcess.run(args);
    try {
      started.awaitErr("http: listening");
      return started;
    } catch (Exception | AssertionError e) {
      started.close();
      throw e;
    }
  }
}
