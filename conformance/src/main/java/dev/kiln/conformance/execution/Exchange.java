package dev.kiln.conformance.execution;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.FoundList;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Ending;
import java.util.Optional;

/** A list that was sent and what came back. */
public final class Exchange {
  /** What Python begins with; what happened stands at its end. */
  private static final String TRACEBACK = "Traceback (most recent call last)";

  private final Door door;
  private final Ask ask;
  private final Answer answer;

  private boolean isRead;
  private Optional<FoundList> output = Optional.empty();

  public Exchange(Door door, Ask ask, Answer answer) {
    this.door = door;
    this.ask = ask;
    this.answer = answer;
  }

  public Door door() {
    return door;
  }

  public Ask ask() {
    return ask;
  }

  public Answer answer() {
    return answer;
  }

  /**
   * The list in the answer, if there is one; read when it is asked for, as a large one takes time.
   */
  public Optional<FoundList> output() {
    if (!isRead) {
      isRead = true;
      output = FoundList.find(answer.text());
    }
    return output;
  }

  /** What was sent; only what can be read is asked for. */
  public Document input() {
    try {
      return Document.of(ask.list());
    } catch (Unreadable e) {
      throw new IllegalStateException("a case looks into a list nobody can read", e);
    }
  }

  /** The list that came back. */
  public FoundList list() throws Failed {
    if (output().isPresent()) {
      return output().get();
    }
    throw new Failed("no ResourceList came back (%s)%s".formatted(said(), why()));
  }

  /** Why what came is none. */
  private String why() {
    if (answer.text().isBlank()) {
      return ": nothing came";
    }
    try {
      Value root = Document.of(answer.output()).root();
      String kind = root.text("kind");
      return kind.isEmpty() ? ": it has no kind" : ": its kind is \"" + kind + "\"";
    } catch (Unreadable e) {
      return ": " + e.getMessage();
    }
  }

  /** Its items, whatever they are. */
  public Value items() throws Failed {
    return items(list());
  }

  /** The items of a list that came back. */
  public static Value items(FoundList list) throws Failed {
    return list.document()
        .root()
        .find("items")
        .orElseThrow(() -> new Failed("items: missing in what came back"));
  }

  /** How it ended, in one line. */
  public String said() {
    String log = answer.log().strip();
    String first =
        log.startsWith(TRACEBACK)
            ? log.lines().toList().getLast()
            : log.lines().findFirst().orElseGet(this::result);
    return answer.status() + (first.isEmpty() ? "" : ": " + first);
  }

  /** What the first of its results says, of one that failed. */
  private String result() {
    return answer.ending() == Ending.SUCCESS
        ? ""
        : output().stream()
            .flatMap(list -> list.results().stream())
            .map(result -> result.text("message"))
            .findFirst()
            .orElse("");
  }

  /** What was sent, as a person reads it. */
  public String sent() {
    return ask.text();
  }
}
