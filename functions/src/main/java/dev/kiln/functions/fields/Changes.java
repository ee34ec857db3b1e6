package dev.kiln.functions.fields;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A field before and after, and what people should hear about it. */
public record Changes(Resource item, Path path, Node before, Node now) {
  private static final Set<Path> TEXTS =
      Set.of(Path.keys("metadata", "labels"), Path.keys("metadata", "annotations"));

  public static Changes changed(Resource item, Path path, Node before, Node now) {
    return new Changes(item, path, before, now);
  }

  /** The message, and a warning for whatever somebody may miss. */
  public List<Result> results(String message) {
    var results = new ArrayList<Result>();
    results.add(Result.info(message).on(item).at(path.toString()));
    TypedText.typeLoss(before, now)
        .or(this::misplaced)
        .ifPresent(problem -> results.add(warning(problem)));
    String lost = Field.lineComment(before);
    if (!lost.isEmpty()
        && !lost.startsWith(SetterPattern.MARK)
        && !lost.equals(Field.lineComment(now))) {
      results.add(warning("comment %s was replaced".formatted(QuotedText.of(lost))));
    }
    return results;
  }

  /** A value as it stands in its file, with the comment behind it. */
  public static String shown(Node node) {
    String comment = Field.lineComment(node);
    return (node.isList() ? items(node) : text(node)) + (comment.isEmpty() ? "" : " # " + comment);
  }

  private static String items(Node list) {
    return list.items().stream().map(Changes::text).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(Node node) {
    return switch (node.style()) {
      case PLAIN, SINGLE, DOUBLE -> node.toString();
      case LITERAL, FOLDED -> node.text();
      case BLOCK, FLOW -> node.isMap() ? "{...}" : "[...]";
    };
  }

  /** Labels and annotations are text, whatever stood there before. */
  private Optional<String> misplaced() {
    boolean text = path.steps().size() == 3 && TEXTS.contains(path.parent());
    return text && now.isScalar() && !now.isString()
        ? Optional.of(
            "%s is %s, and labels and annotations are text: put quotes around it"
                .formatted(now.text(), TypedText.typeName(now)))
        : Optional.empty();
  }

  private Result warning(String message) {
    return Result.warning(message).on(item).at(path.toString());
  }
}
