package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP, while calls go on. */
class ReloadIT {
  private final Path jars;
  private final HostProcess host;

  ReloadIT(@TempDir Path jars) throws Exception {
    this.jars = jars;
    say("one").in(jars, "say.jar");
    host = HostProcess.start("--functions", jars.toString());
  }

  private static FunctionsJar say(String word) {
    return new FunctionsJar().with("say", "call.info(\"" + word + "\");");
  }

  @BeforeEach
  void theFunctionIsThere() throws Exception {
    assertThat(said()).contains("message: one");
  }

  @AfterEach
  void endHost() {
    host.close();
  }

  private String said() throws Exception {
    return Http.post(host, Lists.forFunction("say")).body();
  }

  @Test
  void aJarThatWasAddedIsServed() throws Exception {
    new FunctionsJar().with("more", "call.info(\"more\");").in(jars, "more.jar");
    host.signal("HUP");

    Await.until(
        () -> "not served: " + host.err(),
        () -> Http.post(host, Lists.forFunction("more")).statusCode() == 200);
    assertThat(said()).contains("message: one");
    assertThat(Http.admin(host, "/functions")).contains("\"more\"");
  }

  @Test
  void aJarThatWasReplacedIsServedAnew() throws Exception {
    say("two").in(jars, "say.jar");
    host.signal("HUP");

    Await.until(() -> "not replaced: " + host.err(), () -> said().contains("message: two"));
  }

  @Test
  void aJarThatWasRemovedIsGone() throws Exception {
    Files.delete(jars.resolve("say.jar"));
    host.signal("HUP");

    Await.until(
        () -> "still there: " + host.err(),
        () -> Http.post(host, Lists.forFunction("say")).statusCode() == 404);
    assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
  }

  @Test
  void aBrokenJarIsSaidAndChangesNothing() throws Exception {
    Path broken = Files.writeString(jars.resolve("broken.part"), "no jar");
    Files.move(broken, jars.resolve("say.jar"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    host.signal("HUP");

    host.awaitErr("say.jar");
    host.awaitErr("read again");
    assertThat(said()).contains("message: one");
  }

  @Test
  void theClassesOfAnOldJarGoWhateverItLeftInThreads() throws Exception {
    String leave = "new ThreadLocal<Object>().set(new Object() {});";
    String leaveToHeirs = "new InheritableThreadLocal<Object>().set(new Object() {});";
    for (String word : List.of("two", "three")) {
      new FunctionsJar()
          .starting(leave + leaveToHeirs)
          .with("say", leave + leaveToHeirs + "call.info(\"" + word + "\");")
          .in(jars, "say.jar");
      host.signal("HUP");
      Await.until(() -> "not replaced: " + host.err(), () -> said().contains("message: " + word));
    }

    Await.until(() -> "old classes stay", () -> host.instances("server.jars.JarLoader") == 1);
  }

  @Test
  void callsInFlightEndOnTheOldJar() throws Exception {
    Path end = jars.resolve("end");
    String slow = FunctionsJar.UNTIL + "call.info(\"old\");";
    new FunctionsJar().with("slow", slow).in(jars, "slow.jar");
    host.signal("HUP");
    host.awaitErr("read again");
    try (var caller = RawConnection.to(host.port("http"))) {
      caller.send(RawConnection.request(Lists.forFunction("slow", "file: " + end)));
      host.awaitMetric("krm_calls_running", 1);
      new FunctionsJar().with("slow", "call.info(\"new\");").in(jars, "slow.jar");
      host.signal("HUP");

      Await.until(
          () -> "not replaced: " + host.err(),
          () -> Http.post(host, Lists.forFunction("slow")).body().contains("message: new"));
      Files.createFile(end);
      assertThat(caller.rest()).startsWith("HTTP/1.1 200 ").contains("message: old");
    }
  }
}
