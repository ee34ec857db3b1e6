package dev.kiln.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.bench.lists.GeneratedList;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapTest {
  @Test
  void labelsEveryItemOfTwentyMegabytesInAHeapOf256(@TempDir Path folder) throws Exception {
    var list = GeneratedList.ofSize(20_000_000);
    Path input = Files.write(folder.resolve("input.yaml"), list.bytes());
    Path expected = Files.write(folder.resolve("expected.yaml"), list.labelled(_ -> true));
    Path output = folder.resolve("output.yaml");

    var child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                LabelFile.class.getName(),
                input.toString(),
                output.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(child.waitFor()).as(said).isZero();
    assertThat(output).hasSameBinaryContentAs(expected);
  }
}
