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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The setters by their values.
 *
 * @param texts the setters of texts
 * @param lists the setters of lists by their sorted values: a list matches a setter in any order
 * @param ignored setters whose value is neither a text nor a list
 */
record SetterValues(SetterTexts texts, Map<List<String>, String> lists, List<String> ignored) {

  static SetterValues of(DataEntries settings) {
    var texts = new SetterTexts();
    var lists = new HashMap<List<String>, String>();
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
                lists.putIfAbsent(sorted(value), setter);
              } else if (value.isScalar()) {
                texts.add(setter, text);
              } else {
                ignored.add(setter);
              }
            });
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
    return lists.isEmpty() || !isListOfScalars(list)
        ? Optional.empty()
        : Optional.ofNullable(lists.get(sorted(list))).map(SetterPattern::placeholder);
  }

  private Optional<String> patternForText(String text) {
    return texts.patternFor(text).filter(_ -> LineComment.canHold(text));
  }

  private static boolean isListOfScalars(Node node) {
    return node.isList() && node.items().stream().allMatch(Node::isScalar);
  }

  private static List<String> sorted(Node list) {
    return list.items().stream().map(Node::text).sorted().toList();
  }
}
