package dev.kiln.conformance.targets;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Spec v1: a process for each call, the list on its stdin, the answer on its stdout. */
public final class StdinFunctionClient implements FunctionClient {
  /** Shells say so of what a signal ended, and so does Java. */
  private static final int SIGNALLED = 128;

  /** For what it wrote to come through, once it ended. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final TargetProgram program;
  private final Duration timeout;

  /**
   * @param timeout how long a call may take
   */
  public StdinFunctionClient(TargetProgram program, Duration timeout) {
    this.program = program;
    this.timeout = timeout;
  }

  @Override
  public Duration timeout() {
    return timeout;
  }

  @Override
  public FunctionResponse call(FunctionRequest ask) {
    return call(ask.list(), List.of(), Map.of());
  }

  /** With more arguments and variables. */
  public FunctionResponse call(byte[] list, List<String> arguments, Map<String, String> variables) {
    try {
      return exchange(program.start(arguments, variables), list);
    } catch (IOException e) {
      return FunctionResponse.noAnswer("cannot be started: " + e.getMessage(), "");
    }
  }

  private FunctionResponse exchange(Process process, byte[] list) {
    var out = new PipeReader(process.getInputStream());
    var err = new PipeReader(process.getErrorStream());
    Thread.ofVirtual().start(() -> write(process, list));
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return unfinished("no end within " + timeout.toSeconds() + " s", out, err);
      }
      int code = process.exitValue();
      if (out.isOverLimit()) {
        return unfinished("more than anybody can read came on its stdout", out, err);
      }
      return out.awaitEnd(GRACE) && err.awaitEnd(GRACE)
          ? answer(code, out.bytesSoFar(), TargetProgram.text(err.bytesSoFar()))
          : unfinished(
              describeExitCode(code) + ", but its stdout or stderr is still open", out, err);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return FunctionResponse.noAnswer("interrupted", "");
    }
  }

  private static FunctionResponse unfinished(String why, PipeReader out, PipeReader err) {
    String log = TargetProgram.text(err.bytesSoFar());
    int bytes = out.bytesSoFar().length;
    return FunctionResponse.noAnswer(
        why, bytes == 0 ? log : log + "(" + bytes + " bytes came on its stdout so far)");
  }

  private static String describeExitCode(int code) {
    return "exit code "
        + code
        + (code > SIGNALLED ? ", as after signal " + (code - SIGNALLED) : "");
  }

  /** What the end of a program means. */
  public static FunctionResponse answer(int code, byte[] out, String err) {
    CallOutcome refusal = out.length == 0 ? CallOutcome.REFUSED : CallOutcome.FAILURE;
    return new FunctionResponse(
        code == 0 ? CallOutcome.SUCCESS : refusal,
        describeExitCode(code),
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
}
