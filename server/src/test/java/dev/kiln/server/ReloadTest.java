package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.logs.HostLog;
import dev.kiln.server.logs.LogCalls;
import dev.kiln.server.logs.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
  private static final String GOOD =
      """
      apiVersion: kiln.dev/v1alpha1
      kind: Host
      functions: [{name: a, exec: {command: [cat]}}]
      """;
  private static final String BAD = GOOD.replace("command", "comand");

  @TempDir private Path folder;

  @Test
  void logsThatAChangedConfigurationIsInForce() throws IOException {
    assertThat(reload(GOOD.replace("cat", "tac")))
        .contains("the functions were read again: ")
        .doesNotContain("warning: ");
  }

  @Test
  void logsThatABadConfigurationChangedNothingAndNoMore() throws IOException {
    assertThat(reload(BAD))
        .contains("comand: no such field", "; the functions stay as they were")
        .doesNotContain("read again");
  }

  @Test
  void logsThatJarsAreReadAgainBesideABadConfiguration() throws IOException {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    assertThat(reload(BAD, "--functions", jars.toString()))
        .contains("; the functions stay as they were")
        .contains("the folder of jars was read again: ")
        .doesNotContain("the functions were read again");
  }

  @Test
  void logsThatAConfigurationIsGoodAgain() throws IOException {
    Path file = Files.writeString(folder.resolve("kiln.yaml"), GOOD);
    try (LoadedFunctions functions = load(file)) {
      Files.writeString(file, BAD);
      logOfReload(functions);
      Files.writeString(file, GOOD);
      assertThat(logOfReload(functions)).contains("the functions were read again: ");
    }
  }

  private String reload(String config, String... flags) throws IOException {
    Path file = Files.writeString(folder.resolve("kiln.yaml"), GOOD);
    try (LoadedFunctions functions = load(file, flags)) {
      Files.writeString(file, config);
      return logOfReload(functions);
    }
  }

  private static LoadedFunctions load(Path config, String... flags) {
    var args = new ArrayList<>(List.of("--http-addr", ":0", "--config", config.toString()));
    args.addAll(List.of(flags));
    var settings =
        HostSettings.of(
            HostSettings.flagsOfMany(TestKinds.FLAGS).parse(args, Map.of()), TestKinds.FLAGS);
    var problems = new ArrayList<String>();
    LoadedFunctions functions = LoadedFunctions.of(List.of(), settings, List::of, problems);
    assertThat(problems).isEmpty();
    return functions;
  }

  private static String logOfReload(LoadedFunctions functions) {
    var stderr = new ByteArrayOutputStream();
    try (var log = new HostLog(stderr, LogFormat.TEXT, LogCalls.ALL)) {
      functions.reload(log);
    }
    return stderr.toString(StandardCharsets.UTF_8);
  }
}
