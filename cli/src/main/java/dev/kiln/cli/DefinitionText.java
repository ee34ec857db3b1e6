package dev.kiln.cli;

import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Match;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells what a definition says, to a person or as plain facts. */
final class DefinitionText {
  private DefinitionText() {}

  static Map<String, Object> facts(FunctionDefinition one) {
    var facts = new LinkedHashMap<String, Object>();
    facts.put("name", one.name());
    facts.put("description", line(one.description()));
    facts.put("configTypes", one.configTypes());
    facts.put("images", one.images());
    facts.put("standsInFor", one.standInImages());
    facts.put("specVersions", specVersions(one));
    return facts;
  }

  /** The versions of the functions specification that it follows. */
  private static List<String> specVersions(FunctionDefinition one) {
    return one.versions().stream().flatMap(v -> v.specVersions().stream()).distinct().toList();
  }

  static String table(List<FunctionDefinition> all) {
    var table = new TextTable("NAME", "CONFIG KIND", "SPEC", "DESCRIPTION");
    for (FunctionDefinition one : all) {
      String versions = String.join(", ", specVersions(one));
      table.row(one.name(), kinds(one), versions, line(one.description()));
    }
    return table.toString();
  }

  /** The same for functions that are in an image. */
  static String imageTable(List<FunctionDefinition> all) {
    var table = new TextTable("NAME", "CONFIG", "SPEC", "IDEMPOTENT", "IMAGE");
    for (FunctionDefinition one : all) {
      table.row(
          one.name(),
          String.join(", ", one.configTypes()),
          joinOrDash(specVersions(one)),
          joinOrDash(idempotent(one)),
          joinOrDash(one.images()));
    }
    return table.toString();
  }

  private static List<String> idempotent(FunctionDefinition one) {
    return one.versions().stream()
        .map(version -> version.isIdempotent() ? "yes" : "no")
        .distinct()
        .toList();
  }

  private static String joinOrDash(List<String> words) {
    return words.isEmpty() ? "-" : String.join(", ", words);
  }

  /** One function, with the fields of each version of its configuration. */
  static String describe(FunctionDefinition one) {
    var text = new StringBuilder(one.name()).append("\n  ").append(line(one.description()));
    text.append("\n\nfunctionConfig:\n");
    one.configTypes().forEach(type -> text.append("  ").append(type).append('\n'));
    text.append("\nFollows the functions specification in version:\n  ")
        .append(String.join(", ", specVersions(one)));
    text.append("\n\nStands in for the images:\n");
    one.images().forEach(image -> text.append("  ").append(image).append('\n'));
    if (!one.standInImages().isEmpty()) {
      text.append("\nWith a matching --stand-in of the host, also for:\n");
      one.standInImages().forEach(image -> text.append("  ").append(image).append('\n'));
    }
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
    text.append("\nFields of version ").append(text(version, "name")).append(":\n");
    for (Entry field : fields) {
      text.append("  ")
          .append(field.name())
          .append(" (")
          .append(text(field.value(), "type"))
          .append(")\n");
      String says = text(field.value(), "description");
      if (!says.isEmpty()) {
        text.append("        ").append(line(says)).append('\n');
      }
    }
  }

  private static String text(Node map, String key) {
    return map.find(Path.keys(key)).filter(Node::isScalar).map(Node::text).orElse("");
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
