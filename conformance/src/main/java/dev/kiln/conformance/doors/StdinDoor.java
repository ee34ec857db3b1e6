package dev.kiln.conformance.doors;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Spec v1: a process for each call, the list on its stdin, the answer on its stdout. */
public final class StdinDoor implements Caller {
  private final Program program;
  private final Duration patience;

  /**
   * @param patience how long a call may take
   */
  public StdinDoor(Program program, Duration patience) {
    this.program = program;
    this.patience = patience;
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public Answer call(Ask ask) {
    return call(ask.list(), List.of(), Map.of());
  }

  /** With more arguments and variables. */
  public Answer call(byte[] list, List<String> arguments, Map<String, String> variables) {
    try {
      return talk(program.start(arguments, variables), list);
    } catch (IOException e) {
      return Answer.silence("cannot be started: " + e.getMessage());
    }
  }

  private Answer talk(Process process, byte[] list) throws IOException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var out = CompletableFuture.supplyAsync(() -> all(process.getInputStream()), threads);
      var err = CompletableFuture.supplyAsync(() -> all(process.getErrorStream()), threads);
      threads.execute(() -> write(process, list));
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return Answer.silence("no end within " + patience.toSeconds() + " s");
      }
      return answer(process.exitValue(), out.join(), Program.text(err.join()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return Answer.silence("interrupted");
    }
  }

  private static Answer answer(int code, byte[] out, String err) {
    Ending refusal = out.length == 0 ? Ending.REFUSED : Ending.FAILURE;
    return new Answer(
        code == 0 ? Ending.SUCCESS : refusal,
        "exit code " + code,
        OptionalInt.of(code),
        out,
        err,
        Map.of());
  }

  /** A function may end without having read it all. */
  private static void write(Process process, byte[] list) {
    try (var in = process.getOutputStream()) {
      in.write(list);
    } catch (IOException _) {
      // what it says of that is on its other ends
    }
  }

  private static byte[] all(InputStream in) {
    try (in) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
