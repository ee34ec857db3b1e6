package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import java.nio.file.Path;

/** Runs the functions of jars. */
final class JarRuns {
  private static final Caller CALLER = Caller.withoutDeadline(System.err);

  private JarRuns() {}

  static JarFolder folder(Path folder) {
    return new JarFolder(folder, _ -> false);
  }

  /** What the only function of the only jar says. */
  static String said(JarFolder.Reading reading) {
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.jars()).hasSize(1);
    return said(reading.jars().getFirst());
  }

  static String said(JarFolder.Jar jar) {
    return run(jar.functions().getFirst()).added().getFirst().message();
  }

  static FunctionRun run(FunctionClass function) {
    return function.run(ResourceList.of(), CALLER);
  }

  static FunctionRun run(FunctionClass function, String list) {
    return function.run(ResourceList.parse(list), CALLER);
  }
}
