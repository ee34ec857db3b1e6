package dev.kiln.sdk.schema;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A structural schema, as a CustomResourceDefinition has it. It describes the valid values.
 *
 * <p>Kubernetes drops a field that a schema does not declare. This class refuses it, because a user
 * who configures a function wants to know about a misspelt field. A map whose schema has neither
 * {@code properties} nor {@code additionalProperties} may hold anything.
 *
 * <p>Immutable, safe on any thread.
 */
public final class Schema {
  private static final Path ROOT = Path.of("");

  private final SchemaNode rootNode;

  private Schema(SchemaNode rootNode) {
    this.rootNode = rootNode;
  }

  /**
   * Reads a schema.
   *
   * @throws BadInput if it is not a valid schema
   */
  public static Schema of(Node openApiV3Schema) {
    return new Schema(SchemaReader.read(openApiV3Schema));
  }

  /** Returns all violations in a value, in the order of the value. */
  public List<Violation> check(Node value) {
    var violations = new ArrayList<Violation>();
    rootNode.check(value, ROOT, Set.of(), violations);
    return violations;
  }

  /** Returns all violations in an object. It does not check apiVersion, kind and metadata. */
  public List<Violation> checkObject(Node object) {
    var violations = new ArrayList<Violation>();
    rootNode.check(object, ROOT, Resource.OBJECT_FIELDS, violations);
    return violations;
  }

  /**
   * Returns the value with the schema's defaults for missing fields, including fields inside
   * defaults.
   */
  public Node fillDefaults(Node value) {
    Node filled = value;
    while (true) {
      var defaults = new LinkedHashMap<Path, Node>();
      rootNode.collectDefaults(filled, ROOT, defaults);
      if (defaults.isEmpty()) {
        return filled;
      }
      filled = filled.edit(e -> defaults.forEach(e::set));
    }
  }

  /**
   * One violation of a schema.
   *
   * @param path the path of the value
   * @param message names the position as well: {@code spec.size: "big" (expected: an integer) at
   *     line 7, column 9}
   * @param at the value found there, null if there is none
   */
  public record Violation(Path path, String message, @Nullable Node at) {}
}
