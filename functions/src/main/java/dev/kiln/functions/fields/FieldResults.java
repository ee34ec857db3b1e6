package dev.kiln.functions.fields;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the results about the fields of one item. It creates the reference to the item only
 * once.
 */
public final class FieldResults {
  private static final Path LABELS = Path.keys("metadata", "labels");
  private static final Path ANNOTATIONS = Path.keys("metadata", "annotations");

  private final Resource item;
  private final List<Result> results;
  private @Nullable Result template;

  /**
   * Creates a collector for one item.
   *
   * @param item the item as the function leaves it
   * @param results receives the results
   */
  public FieldResults(Resource item, List<Result> results) {
    this.item = item;
    this.results = results;
  }

  public void info(Path path, String message) {
    add(Severity.INFO, path, message);
  }

  public void warning(Path path, String message) {
    add(Severity.WARNING, path, message);
  }

  public void error(Path path, String message) {
    add(Severity.ERROR, path, message);
  }

  /** Adds a message about a changed field, then a warning for each side effect of the change. */
  public void reportChange(Path path, Node before, Node now, String message) {
    info(path, message);
    TypedText.typeLoss(before, now)
        .or(() -> notTextWarning(path, now))
        .ifPresent(problem -> warning(path, problem));
    String oldComment = ItemField.lineComment(before);
    if (!oldComment.isEmpty()
        && !oldComment.startsWith(SetterPattern.PREFIX)
        && !oldComment.equals(ItemField.lineComment(now))) {
      warning(path, "comment %s was replaced".formatted(QuotedText.of(oldComment)));
    }
  }

  /**
   * Returns a warning if a label or an annotation is not text, because the API server refuses it.
   */
  private static Optional<String> notTextWarning(Path path, Node now) {
    boolean inTexts =
        path.steps().size() == 3
            && (path.parent().equals(LABELS) || path.parent().equals(ANNOTATIONS));
    return inTexts && now.isScalar() && !now.isString()
        ? Optional.of(
            "%s is %s, and labels and annotations are text: put quotes around it"
                .formatted(now.text(), TypedText.typeName(now)))
        : Optional.empty();
  }

  private void add(Severity severity, Path path, String message) {
    if (template == null) {
      template = Result.info("").on(item);
    }
    results.add(
        new Result(severity, message, template.resourceRef(), null, template.file(), Map.of())
            .at(path.toString()));
  }
}
