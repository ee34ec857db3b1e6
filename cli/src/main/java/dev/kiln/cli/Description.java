package dev.kiln.cli;

import dev.kiln.sdk.FunctionDefinition;
import dev.kiln.yaml.Entry;
import dev.kiln.yaml.Match;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells what a definition says, to a person or as plain facts. */
final class Description {
  private Description() {}

  static Map<String, Object> facts(FunctionDefinition one) {
    var facts = new LinkedHashMap<String, Object>();
    facts.put("name", one.name());
    facts.put("description", line(one.description()));
    facts.put("configTypes", one.configTypes());
    facts.put("images", one.images());
    facts.put(
        "specVersions",
        one.versions().stream().flatMap(v -> v.specVersions().stream()).distinct().toList());
    return facts;
  }

  static String table(List<FunctionDefinition> all) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("NAME", "CONFIG KIND", "DESCRIPTION"));
    all.forEach(one -> rows.add(List.of(one.name(), kinds(one), line(one.description()))));
    int name = width(rows, 0);
    int kinds = width(rows, 1);
    var text = new StringBuilder();
    for (List<String> row : rows) {
      text.append(pad(row.get(0), name))
          .append(pad(row.get(1), kinds))
          .append(row.get(2))
          .append('\n');
    }
    return text.toString();
  }

  /** One function, with the fields of each version of its configuration. */
  static String of(FunctionDefinition one) {
    var text = new StringBuilder(one.name()).append("\n  ").append(line(one.description()));
    text.append("\n\nfunctionConfig:\n");
    one.configTypes().forEach(type -> text.append("  ").append(type).append('\n'));
    text.append("\nStands in for the images:\n");
    one.images().forEach(image -> text.append("  ").append(image).append('\n'));
    for (Match version : one.node().findAll(Path.of("spec.versions[*]"))) {
      fields(version.node(), text);
    }
    return text.toString();
  }

  private static void fields(Node version, StringBuilder text) {
    Optional<Node> schema = version.find("schema.openAPIV3Schema");
    List<Entry> fields =
        schema.flatMap(found -> found.find("properties")).map(Node::entries).orElse(List.of());
    if (fields.isEmpty()) {
      return;
    }
    text.append("\nFields of version ").append(word(version, "name")).append(":\n");
    for (Entry field : fields) {
      text.append("  ")
          .append(field.name())
          .append(" (")
          .append(word(field.value(), "type"))
          .append(")\n");
      String says = word(field.value(), "description");
      if (!says.isEmpty()) {
        text.append("        ").append(line(says)).append('\n');
      }
    }
  }

  private static String word(Node map, String key) {
    return map.find(Path.keys(key)).filter(Node::isScalar).map(Node::text).orElse("");
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0) + 3;
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static String kinds(FunctionDefinition one) {
    return one.configTypes().stream()
        .map(type -> type.substring(type.lastIndexOf('/') + 1))
        .map(kind -> kind.equals("*") ? "any" : kind)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String line(String description) {
    return description.strip().replaceAll("\\s+", " ");
  }
}
