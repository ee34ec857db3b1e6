package dev.kiln.runtime.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.runtime.instances.ChildTermination;
import dev.kiln.runtime.instances.LaunchSpec;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;

/**
 * A v2 server as somebody might write one: it answers with its list, and its process id beside it.
 * What else it does is told in its functionConfig.
 */
public final class V2Program {
  private static final CountDownLatch FOR_EVER = new CountDownLatch(1);

  private V2Program() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset(); // the libraries' warnings come between what it says itself
    System.err.println("starting");
    if (args.length > 0 && Files.exists(Path.of(args[0]))) {
      System.err.println("cannot start: " + args[0] + " is there");
      System.exit(3);
    }
    String http = System.getenv("KRM_FUNCTION_HTTP_ADDRESS");
    String grpc = System.getenv("KRM_FUNCTION_GRPC_ADDRESS");
    if (http == null && grpc == null) {
      System.in.transferTo(System.out);
      return;
    }
    if (http == null) {
      serveGrpc(grpc);
    } else {
      serveHttp(http);
    }
    FOR_EVER.await();
  }

  private static void serveHttp(String address) throws Exception {
    HttpPeer.Answering answering = request -> HttpPeer.answer(200, act(request.body()));
    if (address.startsWith("unix://")) {
      HttpPeer.on(Path.of(address.substring("unix://".length())), answering);
    } else {
      HttpPeer.on(Integer.parseInt(address.substring(address.indexOf(':') + 1)), answering);
    }
  }

  private static void serveGrpc(String address) throws Exception {
    var health = new HealthStatusManager();
    var ours =
        new GrpcPeer.Ours(
            request -> {
              String list = request.getResourceList().toStringUtf8();
              if (list.contains("sicken")) {
                health.setStatus("", ServingStatus.NOT_SERVING);
              }
              return EvaluateResponse.newBuilder()
                  .setResourceList(ByteString.copyFromUtf8(act(list)))
                  .build();
            });
    GrpcPeer.on(Path.of(address.substring("unix://".length())), ours, health.getHealthService());
  }

  private static String act(String list) throws Exception {
    if (list.contains("die")) {
      System.err.println("dying");
      Runtime.getRuntime().halt(9);
    }
    if (list.contains("hang")) {
      System.err.println("hanging");
      Files.createFile(Path.of(list.substring(list.indexOf("hang: ") + "hang: ".length()).strip()));
      FOR_EVER.await();
    }
    return list + "pid: " + ProcessHandle.current().pid() + "\n";
  }

  /** How to start one; it will not while the file is there. */
  static LaunchSpec launch(Path unless) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new LaunchSpec(
        List.of(
            java,
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            V2Program.class.getName(),
            unless.toString()),
        Map.of(),
        Optional.empty(),
        ChildTermination.OF_PROCESS);
  }

  /** Which process answered. */
  static long pid(byte[] list) {
    String text = new String(list, UTF_8);
    return Long.parseLong(text.substring(text.indexOf("pid: ") + "pid: ".length()).strip());
  }
}
