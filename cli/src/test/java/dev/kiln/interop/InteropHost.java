package dev.kiln.interop;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.SharedHost;
import java.util.concurrent.Callable;

/** The host that the clients call: our functions and a few that behave badly. */
final class InteropHost {
  /** The most that a message may have. */
  static final int MOST = 4 << 20;

  private InteropHost() {}

  static HostProcess start() throws Exception {
    return HostProcess.start(
        "--functions",
        FunctionsJar.sharedFolder().toString(),
        "--max-message-bytes",
        Integer.toString(MOST));
  }

  /** For a class whose tests all call it with one program, and are skipped without that. */
  static SharedHost calledBy(Callable<String> program) {
    return SharedHost.of(
        () -> {
          program.call();
          return start();
        });
  }
}
