package dev.kiln.functions.applyreplacements;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplacementPathTest {
  @ParameterizedTest
  @CsvSource({
    "a.b.c, a|b|c",
    "metadata.annotations.[a.b/c], metadata|annotations|a.b/c",
    "a.b\\.c.d, a|b.c|d",
    "spec.[name=a.b].image, spec|[name=a.b]|image",
    "spec.[=a].x, spec|[=a]|x",
    "a.0.*.-, a|0|*|-",
    ".a.b, a|b",
    "a.[b, a|[b",
  })
  void isCutAsKustomizeCutsIt(String path, String steps) {
    assertEquals(List.of(steps.split("\\|")), ReplacementPath.of(path).steps());
  }
}
