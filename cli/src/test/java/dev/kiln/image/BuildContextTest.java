package dev.kiln.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A builder finds in the context all that the Dockerfiles of this checkout use. */
class BuildContextTest {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));

  /** Maven reads their poms and builds nothing of them. */
  private static final Set<String> NOT_SHIPPED = Set.of("bench", "testkit");

  private static final Pattern BUILT = Pattern.compile("/(target|\\.k.*)/");

  static List<Path> dockerfiles() throws IOException {
    try (Stream<Path> files =
        Files.find(TOP, Integer.MAX_VALUE, (file, _) -> file.endsWith("Dockerfile"))) {
      return files.filter(file -> !BUILT.matcher(file.toString()).find()).toList();
    }
  }

  /** podman asks which registry is meant, or fails. */
  @ParameterizedTest
  @MethodSource("dockerfiles")
  void everyBaseImageNamesItsRegistry(Path dockerfile) throws Exception {
    String text = Files.readString(dockerfile);
    List<String> stages = found("(?m)^FROM .* AS (\\S+)$", text).toList();

    assertThat(found("(?m)^FROM (\\S+)|^ARG \\w+_IMAGE=(\\S+)", text))
        .isNotEmpty()
        .filteredOn(image -> !image.startsWith("${") && !stages.contains(image))
        .allMatch(
            image -> image.equals("scratch") || image.matches("[^/]+\\.[^/]+/.+:.+|gcr.io/.+"));
  }

  @Test
  void theContextHasWhatTheDockerfileCopies() throws Exception {
    var context = new BuildContext(TOP);
    List<String> sources =
        found("(?m)^COPY (?!--from)(\\S+) ", Files.readString(TOP.resolve("Dockerfile"))).toList();

    assertThat(sources).isNotEmpty();
    for (String source : sources) {
      assertThat(context.has(source)).as(source).isTrue();
    }
  }

  /** As they stand in the poms, for a Maven in the builder has nothing else. */
  @Test
  void theContextHasWhatTheModulesAreBuiltFrom() throws Exception {
    List<String> files = new BuildContext(TOP).files();

    for (String module : found("<module>(.*?)</module>", TOP.resolve("pom.xml")).toList()) {
      Path pom = TOP.resolve(module).resolve("pom.xml");
      assertThat(files).contains(module + "/pom.xml");
      if (!NOT_SHIPPED.contains(module)) {
        Stream.concat(
                Stream.of("src/main"),
                found(
                    "<directory>(.*?)</directory>|<argument>((?:\\.\\./|src/).*?)</argument>", pom))
            .filter(source -> !source.contains("$"))
            .forEach(
                source -> assertThat(below(TOP.resolve(module, source))).allMatch(files::contains));
      }
    }
  }

  private static List<String> below(Path source) {
    if (!Files.exists(source)) {
      return List.of(); // Maven passes over it as well
    }
    try (Stream<Path> files = Files.walk(source.normalize())) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> TOP.relativize(file).toString())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> found(String pattern, Path file) throws IOException {
    return found(pattern, Files.readString(file));
  }

  private static Stream<String> found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(BuildContextTest::firstGroup);
  }

  private static String firstGroup(MatchResult found) {
    return found.group(1) != null ? found.group(1) : found.group(2);
  }
}
