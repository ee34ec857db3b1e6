package dev.kiln.runtime.containers;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the function definitions that images carry under {@value #KEY}. A definition that cannot be
 * read is ignored with a warning. The image then runs like any image without metadata, as a program
 * of spec v1.
 */
public final class ImageMetadata {
  /** The key of both the annotation and the label. */
  public static final String KEY = "config.kubernetes.io/function-definition";

  private ImageMetadata() {}

  /**
   * Reads the first definition that is present.
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
   * Reads the first definition that is present, and warns of others that differ from it, such as a
   * label inherited from the base image.
   *
   * @param user the user that the image runs as
   * @param carriers what carries annotations or labels, the weightiest first
   */
  public static ImageInspection inspect(String image, String user, Stream<Carrier> carriers) {
    List<Carrier> telling = carriers.filter(each -> each.definition().isPresent()).toList();
    if (telling.isEmpty()) {
      return new ImageInspection(new ImageFacts(image, List.of(), List.of()), "", user);
    }
    Carrier first = telling.getFirst();
    ImageFacts facts = read(image, first, first.definition().orElseThrow());
    var warnings = new ArrayList<>(facts.warnings());
    for (Carrier other : telling.subList(1, telling.size())) {
      if (!isSame(facts, read(image, other, other.definition().orElseThrow()))) {
        warnings.add(
            "image %s: its %s says something else than its %s, which is heeded"
                .formatted(image, other.description(), first.description()));
      }
    }
    return new ImageInspection(
        new ImageFacts(image, facts.definitions(), warnings), first.description(), user);
  }

  private static boolean isSame(ImageFacts one, ImageFacts other) {
    List<FunctionDefinition> these = one.definitions();
    List<FunctionDefinition> those = other.definitions();
    return these.size() == those.size()
        && other.warnings().isEmpty()
        && IntStream.range(0, these.size())
            .allMatch(i -> these.get(i).node().hasSameValueAs(those.get(i).node()));
  }

  /**
   * A part of an image that has annotations or labels.
   *
   * @param description its name in messages
   */
  public record Carrier(String description, Optional<Node> texts) {
    /** A carrier with the texts at this path of the engine's answer. */
    public static Carrier of(String what, Node answer, String path) {
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
    String place = "image %s, %s %s".formatted(image, carrier.description(), KEY);
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
