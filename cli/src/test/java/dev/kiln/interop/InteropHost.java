package dev.kiln.interop;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import java.nio.file.Files;
import java.nio.file.Path;

/** The host that the clients call: our functions and a few that behave badly. */
final class InteropHost {
  /** The most that a message may have. */
  static final int MOST = 4 << 20;

  private InteropHost() {}

  static HostProcess start(Path folder) throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    FunctionsJar.ofAllKinds().in(jars, "functions.jar");
    return HostProcess.start(
        "--functions", jars.toString(), "--max-message-bytes", Integer.toString(MOST));
  }
}
