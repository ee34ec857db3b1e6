package dev.kiln.script;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.TempFolder;
import java.nio.file.Path;

/** A host at a unix socket: our functions and a few that behave badly. */
final class SocketHost {
  private final Path folder = TempFolder.untilExit();
  final SharedHost process = SharedHost.of(this::start);

  String address() {
    return "unix://" + folder.resolve("s");
  }

  private HostProcess start() throws Exception {
    String[] args = {
      "--functions", FunctionsJar.sharedFolder().toString(), "--http-addr", address()
    };
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
