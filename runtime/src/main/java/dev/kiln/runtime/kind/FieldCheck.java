package dev.kiln.runtime.kind;

import dev.kiln.flags.ClosestWord;
import dev.kiln.runtime.Quantities;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Checks a declaration against its fields: each must be known, unique and of its type. Reports all
 * problems, not just the first.
 */
final class FieldCheck {
  /** A known field is suggested if it has at most one typing error per this many letters. */
  private static final int LETTERS = 3;

  private final SourceLocator locator;
  private final List<String> problems = new ArrayList<>();

  FieldCheck(SourceLocator places) {
    this.locator = places;
  }

  List<String> problems() {
    return problems;
  }

  /**
   * Checks a map.
   *
   * @param path of the map, for messages about itself
   * @param prefix the prefix of the paths of its fields
   */
  void map(String path, String prefix, Node map, List<Field> fields) {
    if (!map.isMap()) {
      addProblem(map, path, NodeText.of(map), Field.mapOf(fields));
      return;
    }
    boolean isKnown = checkNames(prefix, map, fields);
    for (Field field : fields) {
      Node value = map.at(field.name());
      if (value != null) {
        value(prefix + field.name(), value, field);
      } else if (field.required() && isKnown) { // an unknown field may be this one
        addProblem(map, prefix + field.name(), "missing", field.expected());
      }
    }
  }

  private boolean checkNames(String prefix, Node map, List<Field> fields) {
    List<String> known = Field.nameList(fields);
    var seen = new HashSet<String>();
    boolean isKnown = true;
    for (Entry entry : map.entries()) {
      String name = entry.name();
      if (!known.contains(name)) {
        isKnown = false;
        int slips = Math.max(1, name.length() / LETTERS);
        Optional<String> meant = ClosestWord.find(name, known, slips);
        addProblem(
            entry.key(),
            prefix + NodeText.line(name),
            "no such field",
            meant.orElse(String.join(", ", known)));
      } else if (!seen.add(name)) {
        addProblem(entry.key(), prefix + name, "there a second time", "once");
      }
    }
    return isKnown;
  }

  private void value(String path, Node value, Field field) {
    switch (field.type()) {
      case TEXT -> text(path, value, field);
      case FLAG -> flag(path, value, field);
      case NUMBER -> number(path, value, field);
      case DURATION -> amount(path, value, field, isDuration(value));
      case BYTES -> amount(path, value, field, isBytes(value));
      case TEXTS -> texts(path, value, field);
      case TEXT_MAP -> textMap(path, value, field);
      case MAP -> map(path, path + ".", value, field.fields());
      case MAPS -> maps(path, value, field);
      case ANY -> {}
    }
  }

  private void text(String path, Node value, Field field) {
    if (!value.isString()) {
      addProblem(value, path, NodeText.of(value), NodeText.quoted(value, field.expected()));
    } else if (!field.words().isEmpty() && !field.words().contains(value.text())) {
      addProblem(value, path, NodeText.of(value), field.expected());
    }
  }

  private void flag(String path, Node value, Field field) {
    if (value.isMap() && !field.fields().isEmpty()) {
      map(path, path + ".", value, field.fields());
    } else if (value.type() != Node.Type.BOOLEAN) {
      addProblem(value, path, NodeText.of(value), field.expected());
    }
  }

  private void number(String path, Node value, Field field) {
    if (!(value.value() instanceof Number number
        && value.type() == Node.Type.INTEGER
        && number.longValue() >= 0)) {
      addProblem(value, path, NodeText.of(value), field.expected());
    }
  }

  private void amount(String path, Node value, Field field, boolean fits) {
    if (!fits) {
      addProblem(value, path, NodeText.of(value), field.expected());
    }
  }

  private static boolean isDuration(Node value) {
    return value.isString()
        && Quantities.duration(value.text()).filter(Duration::isPositive).isPresent();
  }

  private static boolean isBytes(Node value) {
    return value.isString() && Quantities.bytes(value.text()).isPresent();
  }

  private void texts(String path, Node value, Field field) {
    if (!value.isList()) {
      addProblem(value, path, NodeText.of(value), "a list, each " + field.expected());
      return;
    }
    int index = 0;
    for (Node item : value.items()) {
      text(path + "[" + index + "]", item, field);
      index++;
    }
    if (index == 0 && field.required()) {
      addProblem(value, path, "an empty list", "a list, each " + field.expected());
    }
  }

  private void textMap(String path, Node value, Field field) {
    if (!value.isMap()) {
      addProblem(value, path, NodeText.of(value), "a map, each value " + field.expected());
      return;
    }
    for (Entry entry : value.entries()) {
      text(path + "." + NodeText.line(entry.name()), entry.value(), field);
    }
  }

  private void maps(String path, Node value, Field field) {
    if (!value.isList()) {
      addProblem(value, path, NodeText.of(value), field.expected());
      return;
    }
    int index = 0;
    for (Node item : value.items()) {
      String place = path + "[" + index + "]";
      map(place, place + ".", item, field.fields());
      index++;
    }
  }

  private void addProblem(Node at, String path, String found, String expected) {
    problems.add(Fields.problem(locator, at, path, found, expected));
  }
}
