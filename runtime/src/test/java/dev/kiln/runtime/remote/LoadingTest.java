package dev.kiln.runtime.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.instances.Instances;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A host that has servers to call pays for them when it calls one. */
class LoadingTest {
  @Test
  void noTransportIsLoadedForAServerThatIsNotStarted() throws Exception {
    String loaded = loaded("kept");
    assertThat(loaded).contains(ServerRunner.class.getName());
    assertThat(loaded).doesNotContain("io.netty").doesNotContain("io.grpc");
  }

  @Test
  void noGrpcIsLoadedForHttp() throws Exception {
    String loaded = loaded("http://localhost:1");
    assertThat(loaded).contains("io.netty").doesNotContain("io.grpc");
  }

  private static String loaded(String what) throws Exception {
    Process program =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xlog:class+load:stdout",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Maker.class.getName(),
                    what))
            .redirectErrorStream(true)
            .start();
    String said = new String(program.getInputStream().readAllBytes(), UTF_8);
    assertThat(program.waitFor()).as(said).isZero();
    return said;
  }

  /** Makes a runner and ends. */
  static final class Maker {
    private Maker() {}

    public static void main(String[] args) {
      RemoteSettings settings = RemoteSettings.of(RemoteCalls.MOST);
      if (args[0].equals("kept")) {
        var instances = new Instances(InstanceLimits.defaults());
        var launcher = new ProgramServers(V2Program.launch(Path.of("none")), Protocol.HTTP, false);
        var runner = new ServerRunner("fn", launcher, ServerSettings.of(settings), instances);
        runner.close();
        instances.close();
      } else {
        new RemoteRunner("fn", List.of(RemoteAddress.parse(args[0])), settings).close();
      }
    }
  }
}
