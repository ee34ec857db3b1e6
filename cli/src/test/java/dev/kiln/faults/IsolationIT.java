package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.testkit.Await;
import java.net.http.HttpResponse;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of jars in processes of their own. */
class IsolationIT {
  /** Nothing stops a function that ends its process through reflection. */
  private static final String DIE =
      """
      try {
        Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 7);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      """;

  private static final String PROCESS = "call.info(\"process \" + ProcessHandle.current().pid());";

  @TempDir private Path jars;

  private HostProcess host(String... flags) throws Exception {
    new FunctionsJar()
        .with("die", DIE)
        .with("near", PROCESS)
        .with(
            "hoard", "var all = new ArrayList<long[]>(); while (true) all.add(new long[1 << 17]);")
        .in(jars, "bad.jar");
    new FunctionsJar().with("far", PROCESS).in(jars, "good.jar");
    var all = new ArrayList<>(List.of("--functions", jars.toString()));
    all.addAll(List.of(flags));
    HostProcess host = HostProcess.start(all.toArray(String[]::new));
    awaitReady(host);
    return host;
  }

  private static void awaitReady(HostProcess host) throws Exception {
    Await.until(
        () -> "not ready: " + host.err(), () -> Http.admin(host, "/readyz").startsWith("ok"));
  }

  private static String process(HostProcess host, String function) throws Exception {
    HttpResponse<String> answer = Http.post(host, Lists.forFunction(function));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body().replaceAll("(?s).*message: process (\\d+).*", "$1");
  }

  @Test
  void aFunctionThatEndsItsProcessEndsNoOther() throws Exception {
    try (var host = host("--isolate", "jar")) {
      String far = process(host, "far");
      String near = process(host, "near");
      HttpResponse<String> died = Http.post(host, Lists.forFunction("die"));
      assertThat(died.statusCode()).isGreaterThanOrEqualTo(422);
      assertThat(died.body()).contains("bad.jar ended with exit code 7 during the call");
      assertThat(process(host, "far")).isEqualTo(far);
      assertThat(process(host, "near")).isNotEqualTo(near); // it was started again
    }
  }

  @Test
  void aFunctionThatFillsItsHeapFillsNoOther() throws Exception {
    try (var host = host("--isolate", "jar", "--isolate-heap", "64Mi")) {
      String far = process(host, "far");
      HttpResponse<String> full = Http.post(host, Lists.forFunction("hoard"));
      assertThat(full.statusCode()).isGreaterThanOrEqualTo(422);
      assertThat(process(host, "far")).isEqualTo(far);
      assertThat(process(host, "near")).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"none, true, true", "folder, true, false", "jar, false, false"})
  void sharesAProcessAsItIsTold(String isolate, boolean together, boolean withHost)
      throws Exception {
    try (var host = host("--isolate", isolate)) {
      String near = process(host, "near");
      assertThat(process(host, "far").equals(near)).isEqualTo(together);
      assertThat(near.equals("" + host.pid())).isEqualTo(withHost);
    }
  }

  /** As without isolation, where it is left out with a warning. */
  @ParameterizedTest
  @ValueSource(strings = {"jar", "folder"})
  void aBrokenJarKeepsNoHostFromBeingReady(String isolate) throws Exception {
    Path broken = new FunctionsJar().with("broken", PROCESS).in(jars, "broken.jar");
    try (var jar = FileSystems.newFileSystem(broken)) {
      Files.write(jar.getPath("com/example/Broken.class"), new byte[100]);
    }
    try (var host = host("--isolate", isolate)) {
      assertThat(process(host, "far")).isNotEmpty();
      HttpResponse<String> refused = Http.post(host, Lists.forFunction("broken"));
      assertThat(refused.statusCode()).isEqualTo(500);
      assertThat(refused.body()).contains("function broken could not be loaded from");
      host.awaitErr("broken.jar: com.example.Broken");
    }
  }

  @Test
  void aJarThatWasReplacedIsServedAnew() throws Exception {
    try (var host = host("--isolate", "jar")) {
      String near = process(host, "near");
      new FunctionsJar().with("far", "call.info(\"process 1\");").in(jars, "good.jar");
      host.signal("HUP");
      Await.until(() -> "not replaced: " + host.err(), () -> process(host, "far").equals("1"));
      assertThat(process(host, "near")).isEqualTo(near);
      Files.delete(jars.resolve("bad.jar"));
      host.signal("HUP");
      Await.until(
          () -> "not removed: " + host.err(),
          () -> Http.post(host, Lists.forFunction("near")).statusCode() == 404);
      Await.until(
          () -> "still there: " + near,
          () -> ProcessHandle.of(Long.parseLong(near)).filter(ProcessHandle::isAlive).isEmpty());
    }
  }
}
