package dev.kiln.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image gets its definition from the command, and a host knows it by that. */
class ImageIT {
  private static final Path DISTRIBUTION = Path.of(System.getProperty("kiln.distribution"));

  private static final String DEFINITION =
      """
      apiVersion: config.kubernetes.io/v1alpha1
      kind: KRMFunctionDefinition
      metadata:
        name: told-by-its-image
      spec:
        group: example.com
        names:
          kind: ToldByItsImage
        description: It says so itself.
        publisher: example.com
        versions:
        - name: v1
          conformWithSpecVersions: [v1]
          idempotent: true
      """;

  @TempDir private static Path folder;
  private static ContainerFunction function;
  private static String before = "";

  @BeforeAll
  static void build() throws Exception {
    function = ContainerFunction.build(folder);
    before = podman("image", "inspect", "--format", "{{.Id}}", function.image());
  }

  @AfterAll
  static void remove() throws Exception {
    if (function != null) {
      function.remove();
      run("podman", "rmi", before);
    }
  }

  @Test
  void isKnownToAHostByWhatWasWrittenIntoIt() throws Exception {
    assertThat(kiln("image", "inspect", function.image()).exit()).isEqualTo(1);
    Path definition = Files.writeString(folder.resolve("definition.yaml"), DEFINITION);
    Program.Ended written =
        kiln("image", "annotate", function.image(), "-d", definition.toString()).well();
    assertThat(written.out()).contains("told-by-its-image\n  as annotation and label\n");
    assertThat(kiln("image", "inspect", function.image()).well().out())
        .contains("found in     annotation\n", "started for each call", "told-by-its-image");
    for (String where : List.of("Annotations", "Config.Labels")) {
      String map =
          podman("image", "inspect", "--format", "{{json ." + where + "}}", function.image());
      assertThat(map).contains("config.kubernetes.io/function-definition", "told-by-its-image");
    }
    assertThat(toldByAHost()).contains("\"ToldByItsImage\"");
  }

  /** What functions a host of the image has. */
  private static String toldByAHost() throws Exception {
    String socket = "unix://" + folder.resolve("s");
    String[] args = {
      "--http-addr",
      socket,
      "--admin-addr",
      "127.0.0.1:0",
      "--engine",
      "podman",
      "--image",
      "fn=" + function.image()
    };
    try (HostProcess host = HostProcess.run(function.variables(), args)) {
      host.awaitErr("http: listening");
      host.awaitErr("admin: listening");
      String functions = functions(host.address("admin"));
      host.signal("TERM");
      host.exit();
      return functions;
    }
  }

  private static String functions(String address) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://" + address + "/functions")).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static String podman(String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("podman"));
    command.addAll(List.of(args));
    return run(command.toArray(String[]::new)).well().out().strip();
  }

  private static Program.Ended kiln(String... args) throws IOException, InterruptedException {
    try (var folders = Files.newDirectoryStream(DISTRIBUTION, "kiln-*[!z]")) {
      String kiln = folders.iterator().next().resolve("bin/kiln").toString();
      var command = new ArrayList<>(List.of(kiln));
      command.addAll(List.of(args));
      command.addAll(List.of("--engine", "podman"));
      return run(command.toArray(String[]::new));
    }
  }

  private static Program.Ended run(String... command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(function.variables());
    return Program.run(new byte[0], builder);
  }
}
