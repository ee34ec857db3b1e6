package dev.kiln.conformance;

import dev.kiln.conformance.judge.CaseVerdict;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Consumer;

/** Shows progress on a terminal; writes nothing to a file or a pipe. */
final class ProgressLine implements Consumer<CaseVerdict>, AutoCloseable {
  private static final String CLEAR = "\r\u001b[K";

  /** The terminal itself: what is written to stderr may go elsewhere. */
  private final Optional<PrintWriter> terminal =
      Optional.ofNullable(System.console()).filter(Console::isTerminal).map(Console::writer);

  private int asked;

  @Override
  public void accept(CaseVerdict verdict) {
    asked++;
    show(CLEAR + asked + " asked, the last: " + verdict.name());
  }

  @Override
  public void close() {
    show(CLEAR);
  }

  private void show(String text) {
    terminal.ifPresent(
        writer -> {
          writer.print(text);
          writer.flush();
        });
  }
}
