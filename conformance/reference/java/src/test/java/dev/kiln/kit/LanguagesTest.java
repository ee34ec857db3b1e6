package dev.kiln.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the kit in Go and in shell to the cases of this one: what they mean, not their bytes. */
@Timeout(300)
class LanguagesTest {
  private static final Path CASES = Path.of("src/test/cases");

  private static final String TEXT = "kyaml reads a number or a truth where a text belongs as one";

  /** By language and case; one that is as it should be fails, so that it leaves this list. */
  private static final Map<String, String> KNOWN =
      Map.of(
          "go/refuses-a-log-that-is-a-number", TEXT,
          "go/refuses-a-name-that-is-true", TEXT,
          "go/refuses-an-annotation-that-is-a-number", TEXT,
          "go/refuses-a-value-that-is-a-number", TEXT,
          "go/results-behind-those-that-came", "kyaml drops results that came with the list",
          "go/results-of-a-later-version", "kyaml has proposedValue only");

  @TempDir private static Path folder;

  private static Path built;

  @BeforeAll
  static void build() throws Exception {
    built = Toolchain.build(folder);
  }

  @ParameterizedTest(name = "{0}/{1}")
  @MethodSource("cases")
  void passesTheCases(String language, String name) throws Exception {
    Ended ended = end(start(language, CASES.resolve(name).resolve("input.yaml")));
    var expected = new Expected(CASES.resolve(name));

    if (KNOWN.containsKey(language + "/" + name)) {
      assertThatThrownBy(() -> expected.check(ended)).isInstanceOf(AssertionError.class);
    } else {
      expected.check(ended);
    }
  }

  static Stream<Arguments> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      List<String> names = folders.map(each -> each.getFileName().toString()).sorted().toList();
      return Stream.of("go", "shell")
          .flatMap(language -> names.stream().map(name -> Arguments.of(language, name)));
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void wakesWhenTheOtherSideCloses(String language) throws Exception {
    try (ServerSocket listener = listener()) {
      Path list = asleep(listener);
      Process process = start(language, list);

      listener.accept().close();

      new Expected(list).checkUnchanged(end(process));
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void closesItsSideWhenItIsKilled(String language) throws Exception {
    try (ServerSocket listener = listener()) {
      Process process = start(language, asleep(listener));

      try (Socket other = listener.accept()) {
        process.destroyForcibly();
        assertThat(other.getInputStream().read()).isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void failsIfWhoItSleepsForCannotBeReached(String language) throws Exception {
    Path list;
    try (ServerSocket listener = listener()) {
      list = asleep(listener);
    }

    Ended ended = end(start(language, list));

    assertThat(ended.exit()).isNotZero();
    assertThat(ended.err()).contains("spec.until");
  }

  static Stream<String> languages() {
    return Stream.of("go", "shell");
  }

  private static ServerSocket listener() throws IOException {
    var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(60_000);
    return listener;
  }

  private static Path asleep(ServerSocket listener) throws IOException {
    return Files.writeString(
        folder.resolve("asleep.yaml"),
        """
        apiVersion: config.kubernetes.io/v1
        kind: ResourceList
        functionConfig:
          apiVersion: conformance.kiln.dev/v1alpha1
          kind: Kit
          spec: {action: sleep, seconds: 100000, until: "127.0.0.1:%d"}
        items: []
        """
            .formatted(listener.getLocalPort()));
  }

  /**
   * What a run left.
   *
   * @param exit its code
   */
  record Ended(int exit, String out, String err) {}

  private static Process start(String language, Path in) throws IOException {
    String program = language.equals("go") ? built.resolve("kit").toString() : "../shell/kit";
    var builder =
        new ProcessBuilder(program)
            .redirectInput(in.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().merge("PATH", built.toString(), (path, first) -> first + ":" + path);
    return builder.start();
  }

  private static Ended end(Process process) throws Exception {
    return new Ended(
        process.waitFor(),
        Files.readString(folder.resolve("out"), UTF_8),
        Files.readString(folder.resolve("err"), UTF_8));
  }
}
