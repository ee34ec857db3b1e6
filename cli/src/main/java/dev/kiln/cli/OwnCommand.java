package dev.kiln.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts this program again. */
final class OwnCommand {
  private OwnCommand() {}

  /** The launcher; without one, as in the image, the JVM with the options of this process. */
  static List<String> words() {
    String files = System.getProperty("kiln.files", "");
    Path launcher = Path.of(files).resolveSibling("../bin/kiln").normalize();
    if (!files.isEmpty() && Files.isExecutable(launcher)) {
      return List.of(launcher.toString());
    }
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-agentlib:") && !option.startsWith("-javaagent:"))
        .forEach(words::add);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    return words;
  }
}
