package dev.kiln.sdk.schema;

import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A structural schema, as a CustomResourceDefinition has it: what a value must be like.
 *
 * <p>Where Kubernetes drops a field that a schema does not know, this one refuses it: whoever
 * configures a function wants to hear of a misspelt field. A map whose schema has neither {@code
 * properties} nor {@code additionalProperties} may hold anything.
 *
 * <p>Immutable, safe on any thread.
 */
public final class Schema {
  private static final Path ROOT = Path.of("");

  /** The fields of every object, which no schema of a functionConfig need know. */
  public static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private final SchemaNode top;

  private Schema(SchemaNode top) {
    this.top = top;
  }

  /**
   * Reads a schema.
   *
   * @throws BadInput if it says something that no schema can
   */
  public static Schema of(Node openApiV3Schema) {
    return new Schema(SchemaReader.read(openApiV3Schema));
  }

  /** All that is wrong with a value, in its order. */
  public List<Violation> check(Node value) {
    var violations = new ArrayList<Violation>();
    top.check(value, ROOT, Set.of(), violations);
    return violations;
  }

  /** All that is wrong with an object; its apiVersion, kind and metadata are not looked at. */
  public List<Violation> checkObject(Node object) {
    var violations = new ArrayList<Violation>();
    top.check(object, ROOT, OBJECT_FIELDS, violations);
    return violations;
  }

  /** The value with the schema's defaults where nothing is said, in defaults too. */
  public Node fill(Node value) {
    Node filled = value;
    while (true) {
      var defaults = new LinkedHashMap<Path, Node>();
      top.fill(filled, ROOT, defaults);
      if (defaults.isEmpty()) {
        return filled;
      }
      filled = filled.edit(e -> defaults.forEach(e::set));
    }
  }

  /**
   * One thing that is wrong.
   *
   * @param path where
   * @param message names the place as well: {@code spec.size: "big" (expected: an integer) at line
   *     7, column 9}
   * @param at what stands there, null if nothing does
   */
  public record Violation(Path path, String message, @Nullable Node at) {}
}
