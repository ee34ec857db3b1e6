package dev.kiln.conformance.targets;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Spec v1: a process for each call, the list on its stdin, the answer on its stdout. */
public final class StdinDoor implements Caller {
  /** Shells say so of what a signal ended, and so does Java. */
  private static final int SIGNALLED = 128;

  /** For what it wrote to come through, once it ended. */
  private static final Duration GRACE = Duration.ofSeconds(2);

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
      return Answer.silence("cannot be started: " + e.getMessage(), "");
    }
  }

  private Answer talk(Process process, byte[] list) {
    var out = new Heard(process.getInputStream());
    var err = new Heard(process.getErrorStream());
    Thread.ofVirtual().start(() -> write(process, list));
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return unfinished("no end within " + patience.toSeconds() + " s", out, err);
      }
      int code = process.exitValue();
      if (out.isTooMuch()) {
        return unfinished("more than anybody can read came on its stdout", out, err);
      }
      return out.isWholeWithin(GRACE) && err.isWholeWithin(GRACE)
          ? answer(code, out.soFar(), Program.text(err.soFar()))
          : unfinished(exit(code) + ", but its stdout or stderr is still open", out, err);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return Answer.silence("interrupted", "");
    }
  }

  private static Answer unfinished(String why, Heard out, Heard err) {
    String log = Program.text(err.soFar());
    int bytes = out.soFar().length;
    return Answer.silence(
        why, bytes == 0 ? log : log + "(" + bytes + " bytes came on its stdout so far)");
  }

  private static String exit(int code) {
    return "exit code "
        + code
        + (code > SIGNALLED ? ", as after signal " + (code - SIGNALLED) : "");
  }

  private static Answer answer(int code, byte[] out, String err) {
    Ending refusal = out.length == 0 ? Ending.REFUSED : Ending.FAILURE;
    return new Answer(
        code == 0 ? Ending.SUCCESS : refusal, exit(code), OptionalInt.of(code), out, err, Map.of());
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
