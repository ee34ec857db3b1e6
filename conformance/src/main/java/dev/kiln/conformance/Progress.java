package dev.kiln.conformance;

import dev.kiln.conformance.judging.Verdict;
import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/** Shows a person who waits how far it is; a file or a pipe is left alone. */
final class Progress implements Consumer<Verdict>, AutoCloseable {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final boolean isWatched;
  private int asked;

  Progress(PrintStream err) {
    this.err = err;
    this.isWatched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  @Override
  public void accept(Verdict verdict) {
    asked++;
    if (isWatched) {
      err.print(CLEAR + asked + " asked, the last: " + verdict.name());
      err.flush();
    }
  }

  @Override
  public void close() {
    if (isWatched) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
