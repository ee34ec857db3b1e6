package dev.kiln.functions.applyreplacements;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.kiln.functions.fields.InterruptibleText;
import dev.kiln.functions.fields.RegexSize;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Follows one fieldPath of a target through one resource, and finds all places that it leads to.
 * {@code *} stands for every item of a list. The value of a {@code [name=app]} step is a regular
 * expression that may match any part of the field.
 */
final class TargetPath {
  private final String text;
  private final List<String> steps;
  private final boolean create;
  private final Resource item;
  private final List<Result> warnings;
  private final PendingWrites pending;
  private final List<WriteLocation> locations = new ArrayList<>();

  TargetPath(
      String text, boolean create, Resource item, List<Result> warnings, PendingWrites pending) {
    this.text = text;
    this.steps = ReplacementPath.of(text).steps();
    this.create = create;
    this.item = item;
    this.warnings = warnings;
    this.pending = pending;
  }

  static ReplacementException notFound(String fieldPath, boolean create) {
    return new ReplacementException(
        "unable to find %sfield \"%s\" in replacement target"
            .formatted(create ? "or create " : "", fieldPath));
  }

  List<WriteLocation> findLocations() {
    walk(item.node(), Path.keys(), 0);
    return locations;
  }

  private void walk(Node node, Path at, int next) {
    if (next == steps.size()) {
      locations.add(new WriteLocation.Found(at, node));
    } else if (node.isNull()) {
      addMissing(at, next);
    } else if (node.isList()) {
      walkList(node, at, next);
    } else if (node.isMap() && !ReplacementPath.isFieldMatch(steps.get(next))) {
      walkMap(node, at, next);
    } else {
      throw notFound(text, create);
    }
  }

  private void walkMap(Node map, Path at, int next) {
    String key = steps.get(next);
    Node value = map.at(key);
    if (value != null) {
      walk(value, at.key(key), next + 1);
    } else if (ReplacementPath.isWildcard(key)) {
      throw notFound(text, create);
    } else {
      addMissing(at.key(key), next + 1);
    }
  }

  private void addMissing(Path at, int next) {
    if (create) {
      locations.add(new WriteLocation.Missing(at, steps.subList(next, steps.size())));
    }
  }

  private void walkList(Node list, Path at, int next) {
    String step = steps.get(next);
    if (ReplacementPath.isWildcard(step)) {
      requireWritten(pending.itemsOf(at).isEmpty());
      List<Node> items = list.items();
      for (int i = 0; i < items.size(); i++) {
        walk(items.get(i), at.index(i), next + 1);
      }
    } else if (ReplacementPath.isFieldMatch(step)) {
      walkMatches(list, at, next);
    } else if (ReplacementPath.isNumber(step)) {
      walkItem(list, at, next);
    } else {
      throw notFound(text, create);
    }
  }

  private void walkItem(Node list, Path at, int next) {
    int index = Integer.parseInt(steps.get(next));
    Optional<Node> listed = list.find(Path.keys().index(index));
    int newItems = pending.itemsOf(at).size();
    requireWritten(listed.isPresent() || index >= list.size() + newItems);
    if (listed.isPresent()) {
      walk(listed.get(), at.index(index), next + 1);
    } else if (create && index == list.size() + newItems) {
      addNewItem(at, next);
    } else {
      throw new ReplacementException(
          "%s: index %d specified but only %d elements found"
              .formatted(notFound(text, create).getMessage(), index, list.size()));
    }
  }

  private void walkMatches(Node list, Path at, int next) {
    String step = steps.get(next);
    String key = ReplacementPath.matchedKey(step);
    Predicate<String> matches = matcher(ReplacementPath.matchedValue(step));
    requireWritten(!pending.changesMatches(at, key));
    for (Node newItem : pending.itemsOf(at)) {
      requireWritten(matched(newItem, key, matches).isEmpty());
    }
    boolean found = false;
    List<Node> items = list.items();
    for (int i = 0; i < items.size(); i++) {
      Optional<Node> compared = matched(items.get(i), key, matches);
      if (compared.isPresent()) {
        found = true;
        warnOfPartialMatch(step, compared.get(), at.index(i));
        walk(items.get(i), at.index(i), next + 1);
      }
    }
    if (!found && create) {
      addNewItem(at, next);
    }
  }

  /** Returns the field that is compared, if it matches. */
  private static Optional<Node> matched(Node listed, String key, Predicate<String> matches) {
    return Optional.ofNullable(key.isEmpty() ? listed : listed.at(key))
        .filter(Node::isScalar)
        .filter(compared -> matches.test(compared.text()));
  }

  /** Ends the search if pending values decide what it finds. */
  private void requireWritten(boolean independent) {
    if (!independent) {
      throw new ReplacementException(
          "%s depends on values that are not written yet".formatted(text));
    }
  }

  private void addNewItem(Path at, int next) {
    locations.add(
        new WriteLocation.Added(at, steps.get(next), steps.subList(next + 1, steps.size())));
  }

  private Predicate<String> matcher(String regex) {
    if (regex.matches("[\\w/:@-]+")) { // a name, which is found faster without an expression
      return text -> text.contains(regex);
    }
    Pattern pattern = pattern(regex);
    return text -> pattern.matcher(InterruptibleText.of(text)).find();
  }

  private Pattern pattern(String regex) {
    String problem = RegexSize.problem(regex);
    BadInput.unless(problem.isEmpty(), "fieldPaths", problem, "fewer or smaller repetitions");
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new BadInput("fieldPaths", text, "an RE2 expression behind =: " + e.getDescription());
    }
  }

  /** Warns of a plain name that also selects longer names, since the author hardly wants that. */
  private void warnOfPartialMatch(String step, Node compared, Path at) {
    String asked = ReplacementPath.matchedValue(step);
    if (!compared.text().equals(asked) && asked.matches("[\\w./:@-]+")) {
      warnings.add(
          Result.warning(
                  "%s also selects %s, which only contains it; %s selects the one"
                      .formatted(step, compared.text(), step.replace(asked, "^" + asked + "$")))
              .on(item)
              .at(at.toString()));
    }
  }
}
