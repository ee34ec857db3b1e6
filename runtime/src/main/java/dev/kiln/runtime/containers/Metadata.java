package dev.kiln.runtime.containers;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FunctionDefinition;
import dev.kiln.yaml.BadYaml;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads what images carry with them under {@value #KEY}. A definition that cannot be read is none,
 * with a warning: the image runs as any other that tells nothing, as a program of spec v1.
 */
final class Metadata {
  static final String KEY = "config.kubernetes.io/function-definition";

  private Metadata() {}

  /**
   * Reads the first of those that is there.
   *
   * @param carriers what carries annotations or labels, the weightiest first
   */
  static ImageFacts facts(String image, Stream<Carrier> carriers) {
    return carriers
        .flatMap(carrier -> carrier.definition().stream().map(text -> read(image, carrier, text)))
        .findFirst()
        .orElse(new ImageFacts(image, List.of(), List.of()));
  }

  /**
   * Something with annotations or labels.
   *
   * @param what it is, for people
   */
  record Carrier(String what, Optional<Node> texts) {
    static Carrier of(String what, Node answer, String path) {
      return new Carrier(what, answer.find(path));
    }

    Optional<String> definition() {
      return texts
          .flatMap(map -> Optional.ofNullable(map.at(KEY)))
          .filter(Node::isString)
          .map(Node::text)
          .filter(text -> !text.isBlank());
    }
  }

  private static ImageFacts read(String image, Carrier carrier, String json) {
    String place = "image %s, %s %s".formatted(image, carrier.what(), KEY);
    try {
      Node root = Yaml.parse(json);
      if (!root.isList()) {
        return new ImageFacts(image, List.of(definition(root)), List.of());
      }
      var definitions = new ArrayList<FunctionDefinition>();
      var warnings = new ArrayList<String>();
      List<Node> items = root.items();
      for (int i = 0; i < items.size(); i++) {
        try {
          definitions.add(definition(items.get(i)));
        } catch (BadInput e) {
          warnings.add("%s: [%d].%s".formatted(place, i, e.getMessage()));
        }
      }
      return new ImageFacts(image, definitions, warnings);
    } catch (BadYaml | BadInput e) {
      return new ImageFacts(image, List.of(), List.of(place + ": " + e.getMessage()));
    }
  }

  private static FunctionDefinition definition(Node node) {
    if (!node.isMap()) {
      throw new BadInput("", node.toString(), "a KRMFunctionDefinition", node);
    }
    return FunctionDefinition.parse(node.toString().getBytes(StandardCharsets.UTF_8));
  }
}
