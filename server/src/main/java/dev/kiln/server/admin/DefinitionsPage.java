package dev.kiln.server.admin;

import static java.util.stream.Collectors.joining;

import dev.kiln.net.QualityValues;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.Json;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The definitions of the functions, in the format that the caller accepts. */
final class DefinitionsPage {
  private static final String JSON = "application/json";

  /** What a browser asks for; it shows plain text, and would keep YAML as a file. */
  private static final String BROWSER = "text/html";

  private static final List<String> TYPES =
      List.of(JSON, "application/yaml", "text/yaml", BROWSER, "text/plain");

  private DefinitionsPage() {}

  /** All of them: a JSON array, or YAML documents. */
  static Page all(List<RegisteredFunction> functions, String accept) {
    String type = QualityValues.best(accept, TYPES);
    List<Node> nodes = functions.stream().map(DefinitionsPage::node).toList();
    return type.equals(JSON)
        ? json(nodes.stream().map(Json::toJson).collect(joining(",", "[", "]")))
        : yaml(type, nodes);
  }

  /** One of them. */
  static Page one(RegisteredFunction function, String accept) {
    String type = QualityValues.best(accept, TYPES);
    Node node = node(function);
    return type.equals(JSON) ? json(Json.toJson(node)) : yaml(type, List.of(node));
  }

  /** A function that publishes nothing is there all the same. */
  private static Node node(RegisteredFunction function) {
    return function
        .definition()
        .map(FunctionDefinition::node)
        .orElseGet(() -> Yaml.of(Map.of("metadata", Map.of("name", function.name()))));
  }

  private static Page json(String text) {
    return Page.of(JSON, Json.indented(text) + "\n");
  }

  private static Page yaml(String type, List<Node> nodes) {
    String text = nodes.stream().map(DefinitionsPage::document).collect(joining("---\n"));
    return Page.of(type.equals(BROWSER) ? Page.TEXT : type + "; charset=utf-8", text);
  }

  private static String document(Node node) {
    String text = new String(node.bytes(), StandardCharsets.UTF_8);
    String body = text.startsWith("---\n") ? text.substring(4) : text;
    return body.endsWith("\n") ? body : body + "\n";
  }
}
