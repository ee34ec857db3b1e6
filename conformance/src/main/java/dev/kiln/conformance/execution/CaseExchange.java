package dev.kiln.conformance.execution;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.OutputList;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.targets.CallOutcome;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.TargetDoor;
import java.util.Optional;

/** A list that was sent, and the answer. */
public final class CaseExchange {
  /** What Python begins with; what happened stands at its end. */
  private static final String TRACEBACK = "Traceback (most recent call last)";

  private final TargetDoor door;
  private final FunctionRequest request;
  private final FunctionResponse response;

  private boolean isRead;
  private Optional<OutputList> output = Optional.empty();

  public CaseExchange(TargetDoor door, FunctionRequest ask, FunctionResponse answer) {
    this.door = door;
    this.request = ask;
    this.response = answer;
  }

  public TargetDoor door() {
    return door;
  }

  public FunctionRequest request() {
    return request;
  }

  public FunctionResponse response() {
    return response;
  }

  /**
   * The list in the answer, if there is one; read when it is asked for, as a large one takes time.
   */
  public Optional<OutputList> output() {
    if (!isRead) {
      isRead = true;
      output = OutputList.find(response.text());
    }
    return output;
  }

  /** What was sent; only what can be read is asked for. */
  public YamlDocument input() {
    Optional<YamlDocument> same =
        output().map(OutputList::document).filter(list -> list.text().equals(request.text()));
    return same.isPresent() ? same.get() : readInput();
  }

  private YamlDocument readInput() {
    try {
      return YamlDocument.of(request.list());
    } catch (UnreadableDocumentException e) {
      throw new IllegalStateException("a case reads a list that is not readable", e);
    }
  }

  /** The list that came back. */
  public OutputList list() throws CaseFailedException {
    if (output().isPresent()) {
      return output().get();
    }
    throw new CaseFailedException(
        "no ResourceList came back (%s)%s".formatted(outcomeText(), noListReason()));
  }

  /** Why what came is none. */
  private String noListReason() {
    if (response.text().isBlank()) {
      return ": nothing came";
    }
    try {
      DocumentValue root = YamlDocument.of(response.output()).root();
      String kind = root.text("kind");
      return kind.isEmpty() ? ": it has no kind" : ": its kind is \"" + kind + "\"";
    } catch (UnreadableDocumentException e) {
      return ": " + e.getMessage();
    }
  }

  /** Its items, whatever they are. */
  public DocumentValue items() throws CaseFailedException {
    return items(list());
  }

  /** The items of a list that came back. */
  public static DocumentValue items(OutputList list) throws CaseFailedException {
    return list.document()
        .root()
        .find("items")
        .orElseThrow(() -> new CaseFailedException("items: missing in the answer"));
  }

  /** How it ended, in one line. */
  public String outcomeText() {
    String log = response.log().strip();
    String first =
        log.startsWith(TRACEBACK)
            ? log.lines().toList().getLast()
            : log.lines().findFirst().orElseGet(this::result);
    return response.status() + (first.isEmpty() ? "" : ": " + first);
  }

  /** What the first of its results says, of one that failed. */
  private String result() {
    return response.ending() == CallOutcome.SUCCESS
        ? ""
        : output().stream()
            .flatMap(list -> list.results().stream())
            .map(result -> result.text("message"))
            .findFirst()
            .orElse("");
  }

  /** What was sent, as a person reads it. */
  public String requestText() {
    return request.text();
  }
}
