package dev.kiln.functions.createsetters;

import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.LineComment;
import dev.kiln.functions.fields.QuotedText;
import dev.kiln.functions.fields.SetterPattern;
import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The setters by their values.
 *
 * @param texts the setters of texts, the longest value first, because the longer one wins where two
 *     match
 * @param lists the sorted values by the setter's name: a list matches a setter in any order
 * @param ignored setters whose value is neither a text nor a list
 */
record SetterValues(List<TextSetter> texts, Map<String, List<String>> lists, List<String> ignored) {

  /** A setter and the text that it stands for. */
  record TextSetter(String setter, String text) {}

  static SetterValues of(DataEntries settings) {
    var texts = new ArrayList<TextSetter>();
    var lists = new LinkedHashMap<String, List<String>>();
    var ignored = new ArrayList<String>();
    settings
        .entries()
        .forEach(
            (setter, text) -> {
              BadInput.unless(
                  LineComment.canHold(setter),
                  "data",
                  QuotedText.of(setter),
                  "names of setters that fit into a comment");
              Node value = parse(setter, text);
              if (isListOfScalars(value)) {
                lists.put(setter, sorted(value));
              } else if (value.isScalar()) {
                texts.add(new TextSetter(setter, text));
              } else {
                ignored.add(setter);
              }
            });
    texts.sort(Comparator.comparingInt((TextSetter known) -> known.text().length()).reversed());
    return new SetterValues(texts, lists, ignored);
  }

  private static Node parse(String setter, String text) {
    if (text.isBlank()) {
      throw new BadInput("data." + setter, "empty", "a scalar or a list");
    }
    try {
      return Yaml.parse(text);
    } catch (BadYaml e) {
      throw new BadInput(
          "data." + setter,
          QuotedText.of(text) + ": " + e.getMessage(),
          "a scalar or a list, as YAML");
    }
  }

  /**
   * Returns the setter pattern that gives the node's value, if the value contains a setter's value.
   */
  Optional<String> patternFor(Node node) {
    return node.isList() ? patternForList(node) : patternForText(node.text());
  }

  /** Returns the value for messages. A list is sorted, as it was for the comparison. */
  static String describe(Node node) {
    return node.isList() ? "[" + String.join(" ", sorted(node)) + "]" : node.text();
  }

  private Optional<String> patternForList(Node list) {
    if (!isListOfScalars(list)) {
      return Optional.empty();
    }
    List<String> sorted = sorted(list);
    return lists.entrySet().stream()
        .filter(known -> known.getValue().equals(sorted))
        .map(known -> SetterPattern.placeholder(known.getKey()))
        .findFirst();
  }

  private Optional<String> patternForText(String text) {
    if (!containsSetterText(text) || !LineComment.canHold(text)) {
      return Optional.empty();
    }
    var pattern = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      TextSetter known = setterAt(text, at);
      if (known == null) {
        pattern.append(text.charAt(at++));
      } else {
        pattern.append(SetterPattern.placeholder(known.setter()));
        at += known.text().length();
      }
    }
    return Optional.of(pattern.toString());
  }

  private boolean containsSetterText(String text) {
    for (TextSetter known : texts) {
      if (text.contains(known.text())) {
        return true;
      }
    }
    return false;
  }

  private @Nullable TextSetter setterAt(String text, int at) {
    for (TextSetter known : texts) {
      if (text.startsWith(known.text(), at)) {
        return known;
      }
    }
    return null;
  }

  private static boolean isListOfScalars(Node node) {
    return node.isList() && node.items().stream().allMatch(Node::isScalar);
  }

  private static List<String> sorted(Node list) {
    return list.items().stream().map(Node::text).sorted().toList();
  }
}
