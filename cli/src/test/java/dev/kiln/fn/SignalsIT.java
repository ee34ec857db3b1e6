package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import dev.kiln.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalsIT {
  /** Says that it runs, and goes on for as long as it is let. */
  private static final String LASTING = "sh -c 'echo >runs; exec tail -f /dev/null'";

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void saysThatNothingWasWrittenWhenItIsEnded(String signal, int code, @TempDir Path temporary)
      throws Exception {
    var project = new TestProject(temporary).withItems("x.yaml");
    Path err = project.folder.resolve("err");
    String kiln = Distribution.folder() + "/bin/kiln";
    Process run =
        new ProcessBuilder(kiln, "fn", "run", "pkg", "--exec", LASTING)
            .directory(project.folder.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      Await.until(() -> "it does not run", () -> Files.exists(project.folder.resolve("runs")));
      new ProcessBuilder("kill", "-s", signal, "" + run.pid()).inheritIO().start().waitFor();
      assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(run.exitValue()).isEqualTo(code);
    } finally {
      run.destroyForcibly();
    }
    assertThat(Files.readString(err)).contains("ended by a signal, nothing was written");
  }
}
