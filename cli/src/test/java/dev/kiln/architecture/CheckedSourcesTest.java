package dev.kiln.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The module {@code checks} compiles the sources of every module with Error Prone and NullAway. */
class CheckedSourcesTest {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));

  @Test
  void everyModulesSourcesAreChecked() throws Exception {
    List<String> checked =
        found("<root>\\$\\{project.basedir}/\\.\\./(.*?)</root>", TOP.resolve("checks/pom.xml"));

    assertThat(checked).containsExactlyInAnyOrderElementsOf(sources());
  }

  private static List<String> sources() throws IOException {
    var sources = new ArrayList<String>();
    for (String module : found("<module>(.*?)</module>", TOP.resolve("pom.xml"))) {
      for (String folder : List.of("src/main/java", "src/test/java")) {
        if (Files.isDirectory(TOP.resolve(module, folder))) {
          sources.add(module + "/" + folder);
        }
      }
    }
    return sources;
  }

  private static List<String> found(String regex, Path file) throws IOException {
    return Pattern.compile(regex)
        .matcher(Files.readString(file))
        .results()
        .map(each -> each.group(1))
        .toList();
  }
}
