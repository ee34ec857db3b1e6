package dev.kiln.functions.conventions;

import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The annotation that makes an item wait until other items are applied. */
public final class DependsOn {
  /** The annotation's key. */
  public static final String ANNOTATION = "config.kubernetes.io/depends-on";

  /** The path to the annotation. */
  public static final Path PATH = Path.keys("metadata", "annotations", ANNOTATION);

  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?<group>[-.\\w]*)/(namespaces/(?<namespace>[-.\\w]*)/)?(?<kind>[-.\\w]*)/(?<name>[-.\\w]*)");

  private DependsOn() {}

  /**
   * A reference to an item that another item waits for.
   *
   * @param group its group, empty for the core group
   * @param namespace its namespace, empty for a cluster-scoped item
   * @param kind its kind
   * @param name its name
   */
  public record Reference(String group, String namespace, String kind, String name) {
    // Its own equality, because the JDK generates a record's equality at run time.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Reference it
          && name.equals(it.name)
          && namespace.equals(it.namespace)
          && kind.equals(it.kind)
          && group.equals(it.group);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * (31 * name.hashCode() + namespace.hashCode()) + kind.hashCode())
          + group.hashCode();
    }

    /** Returns the reference with another namespace. */
    public Reference withNamespace(String other) {
      return new Reference(group, other, kind, name);
    }

    /** Returns the reference with another name. */
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
   * Changes each reference in the annotation's value. Text that is not a reference stays as it is.
   */
  public static String rewrite(String value, UnaryOperator<Reference> change) {
    return Arrays.stream(value.split(",", -1))
        .map(part -> rewriteOne(part, change))
        .collect(Collectors.joining(","));
  }

  private static String rewriteOne(String part, UnaryOperator<Reference> change) {
    CallInterrupted.check();
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
