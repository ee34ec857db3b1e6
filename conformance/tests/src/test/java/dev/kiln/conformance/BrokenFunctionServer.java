package dev.kiln.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.targets.ConformanceTarget;
import dev.kiln.conformance.targets.FunctionClient;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.StdinFunctionClient;
import dev.kiln.conformance.targets.TargetDoor;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One process that plays all functions of version 1 that are broken: the script {@code broken}. */
final class BrokenFunctionServer implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final List<String> command;
  private final String good;
  private final Process process;
  private final DataInputStream ends; // guarded by this, as the next
  private final OutputStream calls;

  /**
   * Starts it.
   *
   * @param good a function that is not broken
   */
  BrokenFunctionServer(String python, Path good) throws IOException {
    this.command = List.of(python, "-I", "-S", BrokenFunction.FOLDER.resolve("broken").toString());
    this.good = good.toString();
    this.process =
        new ProcessBuilder(command("--serve"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    this.ends = new DataInputStream(process.getInputStream());
    this.calls = process.getOutputStream();
  }

  /** What plays one of them for a single call. */
  List<String> command(String fault) {
    var words = new ArrayList<>(command);
    words.addAll(List.of(fault, good));
    return words;
  }

  /** A function that is broken so. */
  ConformanceTarget target(String fault) {
    return new ConformanceTarget(
        fault,
        Map.of(TargetDoor.STDIN, new Client(fault)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        true);
  }

  private synchronized FunctionResponse call(String fault, byte[] list) {
    try {
      calls.write("%s %d\n".formatted(fault, list.length).getBytes(UTF_8));
      calls.write(list);
      calls.flush();
      int[] end = Arrays.stream(readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
      byte[] out = ends.readNBytes(end[1]);
      return StdinFunctionClient.answer(end[0], out, new String(ends.readNBytes(end[2]), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String readLine() throws IOException {
    var line = new StringBuilder();
    for (int next = ends.readUnsignedByte(); next != '\n'; next = ends.readUnsignedByte()) {
      line.append((char) next);
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    process.destroy();
  }

  private final class Client implements FunctionClient {
    private final String fault;

    Client(String fault) {
      this.fault = fault;
    }

    @Override
    public FunctionResponse call(FunctionRequest request) {
      return BrokenFunctionServer.this.call(fault, request.list());
    }

    @Override
    public Duration timeout() {
      return TIMEOUT;
    }
  }
}
