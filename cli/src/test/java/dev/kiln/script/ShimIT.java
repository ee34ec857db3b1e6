package dev.kiln.script;

import static dev.kiln.script.StandIns.AS_KPT;
import static dev.kiln.script.StandIns.AS_KUSTOMIZE;
import static dev.kiln.script.StandIns.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stand-ins, in front of standIns.engines that tell what they were given. */
class ShimIT {
  private static final String PROBE = "version --format {{.Client.Version}}";

  private static final SocketHost HOST = new SocketHost();

  @RegisterExtension static final SharedHost process = HOST.process;

  private StandIns standIns;
  private Sandbox sandbox;

  @BeforeEach
  void install() throws Exception {
    standIns = new StandIns(HOST.address());
    sandbox = standIns.sandbox;
  }

  @AfterEach
  void removeSandbox() {
    sandbox.close();
  }

  private void assertReal(String name, String words) throws Exception {
    assertReal(standIns.folder.resolve(name), words);
  }

  private void assertReal(Path program, String words) throws Exception {
    assertThat(standIns.run(program, words))
        .satisfies(
            ended -> {
              assertThat(ended.out())
                  .isEqualTo(
                      program.getFileName() + ":" + words.replace(' ', ':') + ":" + Lists.LABEL);
              assertThat(ended.err()).isEqualTo("real\n");
              assertThat(ended.exit()).isEqualTo(6);
            });
    assertThat(sandbox.leftovers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        AS_KPT,
        AS_KUSTOMIZE,
        "run -i --rm --network=none --net none --user=1:2 -u 1:2 --attach STDIN --attach=STDOUT"
            + " --pull=always --security-opt no-new-privileges --env LOG_TO_STDERR"
            + " --env=STRUCTURED_RESULTS=false ",
        "run --interactive "
      })
  void handsARunOfAFunctionToTheHost(String words) throws Exception {
    for (String name : List.of("docker", "podman", "nerdctl")) {
      Program.Ended ended = standIns.run(name, words + OURS).well();

      assertThat(ended.out()).isEqualTo(Lists.LABELLED);
      assertThat(ended.err()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ps",
        "image inspect " + OURS,
        "--debug run -i " + OURS,
        "run " + OURS,
        "run -i " + OURS + " sh",
        "run -i --network host " + OURS,
        "run -i --network=host " + OURS,
        "run -i -e HOME " + OURS,
        "run -i -e LOG_TO_STDERR=true -e A=b " + OURS,
        "run -i --env=A=b " + OURS,
        "run -i --env-file x " + OURS,
        "run -i --mount type=bind,source=/tmp,target=/x,readonly " + OURS,
        "run -i -v /tmp:/x " + OURS,
        "run -i --security-opt seccomp=unconfined " + OURS,
        "run -i --privileged " + OURS,
        "run -it " + OURS,
        "run -i --entrypoint sh " + OURS,
        "run -i --pull",
        "run -i example.com/none\r\nKRM-Function:set-labels",
        "run -i example.com/none\nKRM-Function:set-labels",
        "run"
      })
  void passesEverythingElseOn(String words) throws Exception {
    assertReal("docker", words);
  }

  @Test
  void passesArgumentsOnAsTheyCame() throws Exception {
    Program.Ended ended =
        sandbox.run(
            "", standIns.folder.resolve("docker").toString(), "", " a  b ", "*", "$x\n", "-e");

    assertThat(ended.out()).isEqualTo("docker:: a  b :*:$x\n:-e:");
  }

  @Test
  void givesTheFailureOfAFunctionAsTheEngineWould() throws Exception {
    Program.Ended ended = standIns.run("docker", AS_KPT + "example.com/fn/throw:v1");

    assertThat(ended.exit()).isEqualTo(3); // its functionConfig is of another kind
    assertThat(ended.out()).startsWith("apiVersion: config").contains("severity: error");
    assertThat(ended.err()).doesNotContain("real");
  }

  @Test
  void runsTheRealOneForAnImageThatTheHostDoesNotHave() throws Exception {
    assertReal("docker", AS_KPT + "example.com/none:v1");
    assertReal("podman", AS_KUSTOMIZE + "example.com/none:v1");
  }

  @Test
  void runsTheRealOneWhereTheHostIsAway() throws Exception {
    sandbox.with("KILN_HOST", "unix:///nowhere/s");

    assertReal("docker", AS_KPT + OURS);
  }

  @Test
  void runsTheRealOneWhereNobodyKnowsWhereTheHostIs() throws Exception {
    sandbox.with("KILN_HOST", "localhost:80");
    Program.Ended ended = standIns.run("docker", AS_KPT + OURS);

    assertThat(ended.exit()).isEqualTo(6);
    assertThat(ended.err())
        .startsWith("docker: KILN_HOST: \"localhost:80\" (expected: ")
        .endsWith("\nreal\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 413, 503})
  void runsTheRealOneWhereNothingRan(int code) throws Exception {
    try (var host = CannedHost.refusing(code, "no")) {
      sandbox.with("KILN_HOST", host.address());

      assertReal("docker", AS_KPT + OURS);
    }
  }

  @Test
  void doesNotRunTwiceWhatMayHaveRun() throws Exception {
    String whole = CannedHost.answer(200, "krm-function-exit-code: 0\r\n", "the list");
    try (var host = new CannedHost(whole.substring(0, whole.length() - 3))) {
      sandbox.with("KILN_HOST", host.address());
      Program.Ended ended = standIns.run("docker", AS_KPT + OURS);

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).startsWith("docker: ").contains(host.address());
    }
  }

  @Test
  void canBeTurnedOff() throws Exception {
    sandbox.with("KILN_SHIM", "off");

    assertReal("docker", AS_KPT + OURS);
    assertReal("docker", PROBE);
  }

  @Test
  void worksThroughSecondStandIns() throws Exception {
    Path second = sandbox.before("more-stand-ins");
    standIns.install(second, "--host", HOST.address()).well();
    Path link = sandbox.before("links");
    Files.createSymbolicLink(link.resolve("docker"), second.resolve("docker"));

    assertReal(second.resolve("docker"), "ps");
    assertReal(link.resolve("docker"), "ps");
  }

  @Test
  void leavesWhatStandsInFrontOfItAlone() throws Exception {
    Path front = sandbox.before("front");
    Sandbox.script(
        front.resolve("docker"), "exec '" + standIns.folder.resolve("docker") + "' \"$@\"\n");

    assertReal("docker", "ps");
  }

  @Test
  void doesNotGoRoundForEver() throws Exception {
    Sandbox.script(
        standIns.engines.resolve("docker"),
        "exec '" + standIns.folder.resolve("docker") + "' \"$@\"\n");
    Program.Ended ended = standIns.run("docker", "ps");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(standIns.engines + "/docker comes back to this stand-in");
  }

  @Test
  void anEngineThatUsesAnotherGetsTheRealOne() throws Exception {
    Sandbox.script(standIns.engines.resolve("docker"), "exec podman \"$@\"\n");
    String words = AS_KPT + "example.com/none:v1";

    assertThat(standIns.run("docker", words).out())
        .isEqualTo("podman:" + words.replace(' ', ':') + ":" + Lists.LABEL);
  }

  @Test
  void saysThatThereIsNeitherHostNorEngine() throws Exception {
    sandbox.with("KILN_HOST", "unix:///nowhere/s");
    Program.Ended ended = standIns.run("nerdctl", AS_KPT + OURS);

    assertThat(ended.exit()).isEqualTo(125);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("nerdctl: no answer from the host at unix:///nowhere/s: ")
        .contains("there is no nerdctl on PATH behind this stand-in", "kiln serve --http-addr")
        .contains("--allow-image " + OURS, "install nerdctl");
  }

  @Test
  void isAnEngineToKptWhileTheHostIsThere() throws Exception {
    assertThat(standIns.run("docker", PROBE).well().out())
        .matches("(2[1-9]|[3-9]\\d)\\.\\d+\\.\\d+\\S*\n");
    for (String name : List.of("podman", "nerdctl")) {
      String command = standIns.folder.resolve(name) + " version >/dev/null";
      assertThat(sandbox.run("", "sh", "-c", command).well().err()).isEmpty();
    }
  }

  @Test
  void isNoEngineToKptWhileTheHostIsAway() throws Exception {
    sandbox.with("KILN_HOST", "unix:///nowhere/s");

    assertReal("docker", PROBE);
    assertThat(standIns.run("nerdctl", "version").exit()).isEqualTo(125);
  }

  @Test
  void showsTheVersionOfTheRealOneToWhoReadsIt() throws Exception {
    assertReal("podman", "version");
    assertReal("docker", "version");
  }

  @Test
  void saysWhatItDid() throws Exception {
    Path log = sandbox.folder.resolve("log");
    sandbox.with("KILN_SHIM_LOG", log.toString());
    standIns.run("docker", PROBE);
    standIns.run("docker", AS_KPT + OURS);
    standIns.run("podman", AS_KPT + "example.com/none:v1");
    standIns.run("docker", "run -i -v /tmp:/x " + OURS);
    standIns.run("docker", "ps");
    sandbox.with("KILN_SHIM", "off");
    standIns.run("docker", AS_KPT + OURS);

    String real = "; passed to " + standIns.engines + "/";
    assertThat(Files.readAllLines(log))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo("docker version: answered, as " + HOST.address() + " is there"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "docker run "
                            + OURS
                            + ": answered by "
                            + HOST.address()
                            + ": 200, exit code 0"),
            line ->
                assertThat(line)
                    .startsWith(
                        "podman run example.com/none:v1: no answer from the host at "
                            + HOST.address()
                            + ": no one function for image ")
                    .endsWith(real + "podman"),
            line -> assertThat(line).isEqualTo("docker run: -v" + real + "docker"),
            line -> assertThat(line).isEqualTo("docker ps: no run of a function" + real + "docker"),
            line -> assertThat(line).isEqualTo("docker run: KILN_SHIM is off" + real + "docker"));
  }
}
