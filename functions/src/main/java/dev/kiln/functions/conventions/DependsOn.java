package dev.kiln.functions.conventions;

import dev.kiln.yaml.node.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The annotation that makes an item wait for others until they are applied. */
public final class DependsOn {
  /** Its key. */
  public static final String ANNOTATION = "config.kubernetes.io/depends-on";

  /** The way to it. */
  public static final Path PATH = Path.keys("metadata", "annotations", ANNOTATION);

  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?<group>[-.\\w]*)/(namespaces/(?<namespace>[-.\\w]*)/)?(?<kind>[-.\\w]*)/(?<name>[-.\\w]*)");

  private DependsOn() {}

  /**
   * One item that another waits for.
   *
   * @param group its group, empty for the core's
   * @param namespace its namespace, empty for an item of the cluster
   * @param kind its kind
   * @param name its name
   */
  public record Reference(String group, String namespace, String kind, String name) {
    /** The same item in another namespace. */
    public Reference withNamespace(String other) {
      return new Reference(group, other, kind, name);
    }

    /** The same item under another name. */
    public Reference withName(String other) {
      return new Reference(group, namespace, kind, other);
    }

    @Override
    public String toString() {
      return group
          + (namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/")
          + kind
          + "/"
          + name;
    }
  }

  /**
   * The annotation's value with each of its references changed; whatever is not a reference stays
   * as it is.
   */
  public static String rewrite(String value, UnaryOperator<Reference> change) {
    return Arrays.stream(value.split(",", -1))
        .map(part -> rewriteOne(part, change))
        .collect(Collectors.joining(","));
  }

  private static String rewriteOne(String part, UnaryOperator<Reference> change) {
    Matcher matcher = REFERENCE.matcher(part.strip());
    if (!matcher.matches()) {
      return part;
    }
    String namespace = matcher.group("namespace");
    var old =
        new Reference(
            matcher.group("group"),
            namespace == null ? "" : namespace,
            matcher.group("kind"),
            matcher.group("name"));
    Reference changed = change.apply(old);
    return changed.equals(old) ? part : part.replace(part.strip(), changed.toString());
  }
}
