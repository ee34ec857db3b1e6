package dev.kiln.conformance.document;

import dev.kiln.conformance.document.DocumentValue.Mapping;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A ResourceList in what a function put out. An orchestrator is less patient: what stands beside
 * the list spoils it. The judge looks on, so that one fault does not hide the next.
 *
 * @param document the list alone
 * @param extraOutput what is there and is no part of it; empty if it is clean
 */
public record OutputList(YamlDocument document, String extraOutput) {
  private static final Set<String> FIELDS =
      Set.of("apiVersion", "kind", "metadata", "items", "functionConfig", "results");
  private static final Pattern START =
      Pattern.compile("(apiVersion: *[\"']?config\\.kubernetes\\.io/|kind: *ResourceList|\\{).*");
  private static final int MOST_LINES_BEHIND = 20;

  /** Finds it; none if there is nothing that could be taken for a list. */
  public static Optional<OutputList> find(String text) {
    Optional<YamlDocument> whole = list(text);
    if (whole.isPresent()) {
      return Optional.of(new OutputList(whole.get(), unexpectedContent(whole.get())));
    }
    List<String> lines = text.lines().toList();
    for (int start = 0; start < lines.size(); start++) {
      if (START.matcher(lines.get(start)).matches()) {
        return within(lines, start);
      }
    }
    return Optional.empty();
  }

  private static Optional<OutputList> within(List<String> lines, int start) {
    for (int end = lines.size(); end > start && end >= lines.size() - MOST_LINES_BEHIND; end--) {
      Optional<YamlDocument> list = list(text(lines.subList(start, end)));
      if (list.isPresent() && unexpectedContent(list.get()).isEmpty()) {
        String beside = start > 0 ? lines.getFirst() : lines.get(end);
        return Optional.of(new OutputList(list.get(), "\"" + beside + "\""));
      }
    }
    return Optional.empty();
  }

  private static String text(List<String> lines) {
    return lines.stream().collect(Collectors.joining("\n", "", "\n"));
  }

  private static Optional<YamlDocument> list(String text) {
    try {
      return Optional.of(YamlDocument.of(text)).filter(OutputList::isList);
    } catch (UnreadableDocumentException _) {
      return Optional.empty();
    }
  }

  private static boolean isList(YamlDocument document) {
    return document.root() instanceof Mapping root
        && (root.text("kind").equals("ResourceList") || root.find("items").isPresent());
  }

  private static String unexpectedContent(YamlDocument list) {
    return list.root().map().keySet().stream()
        .filter(field -> !FIELDS.contains(field) && !field.startsWith("x-"))
        .findFirst()
        .map(field -> "a field \"" + field + "\" beside those of a ResourceList")
        .orElse("");
  }

  /** What is in it. */
  public List<DocumentValue> items() {
    return document.root().list("items");
  }

  /** What the function found. */
  public List<DocumentValue> results() {
    return document.root().list("results");
  }
}
