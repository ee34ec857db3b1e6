package dev.kiln.bench.load.callers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs h2load (of nghttp2) in a closed loop: each connection sends its next request when the
 * previous one is answered.
 *
 * @param body the body of each request
 */
public record H2Load(String url, ByteString body, List<String> flags) {
  private static final int TIMEOUT_SECONDS = 60;
  private static final int GRPC_PREFIX = 5;

  public H2Load {
    flags = List.copyOf(flags);
  }

  /**
   * Calls of a function with a list over a door.
   *
   * @param function empty for the one that the server chooses
   */
  public static H2Load of(
      InetSocketAddress server, Door door, boolean tls, String function, ByteString list) {
    String url =
        "%s://%s:%d/".formatted(tls ? "https" : "http", server.getHostString(), server.getPort());
    if (door == Door.HTTP) {
      String path = function.isEmpty() ? "" : "functions/" + function;
      return new H2Load(url + path, list, List.of("--h1", "--header=content-type: text/yaml"));
    }
    return new H2Load(
        url + FunctionServiceGrpc.getEvaluateMethod().getFullMethodName(),
        grpcMessage(
            EvaluateRequest.newBuilder().setFunction(function).setResourceList(list).build()),
        List.of("--header=content-type: application/grpc", "--header=te: trailers"));
  }

  /** The request as gRPC sends it: a flag, the length, and the message. */
  private static ByteString grpcMessage(EvaluateRequest request) {
    ByteString message = request.toByteString();
    ByteBuffer prefix = ByteBuffer.allocate(GRPC_PREFIX).put((byte) 0).putInt(message.size());
    return ByteString.copyFrom(prefix.flip()).concat(message);
  }

  /** Makes so many calls over so many connections, all of which must succeed. */
  public Round run(int connections, int calls) throws InterruptedException {
    try {
      Path bodyFile = Files.createTempFile("h2load", ".body");
      Path logFile = Files.createTempFile("h2load", ".log");
      try {
        Files.write(bodyFile, body.toByteArray());
        String output =
            output(
                "--clients=" + connections,
                "--requests=" + calls,
                "--data=" + bodyFile,
                "--log-file=" + logFile,
                "--connection-inactivity-timeout=" + TIMEOUT_SECONDS);
        return Round.of(output, Files.readAllLines(logFile));
      } finally {
        Files.delete(bodyFile);
        Files.delete(logFile);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String output(String... moreFlags) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("h2load"));
    command.addAll(flags);
    command.addAll(List.of(moreFlags));
    command.add(url);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("h2load failed:\n" + output);
    }
    return output;
  }
}
