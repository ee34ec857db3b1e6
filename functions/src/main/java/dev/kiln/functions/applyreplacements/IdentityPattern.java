package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selects resources by identity; an empty part matches anything. */
record IdentityPattern(String group, String version, String kind, String name, String namespace) {
  private static final String PREVIOUS = "internal.config.kubernetes.io/previous";

  static IdentityPattern of(ReplacementSource source) {
    return of(source.group(), source.version(), source.kind(), source.name(), source.namespace());
  }

  static IdentityPattern of(Selector selector) {
    return of(
        selector.group(),
        selector.version(),
        selector.kind(),
        selector.name(),
        selector.namespace());
  }

  private static IdentityPattern of(
      @Nullable String group,
      @Nullable String version,
      @Nullable String kind,
      @Nullable String name,
      @Nullable String namespace) {
    return new IdentityPattern(text(group), text(version), text(kind), text(name), text(namespace));
  }

  private static String text(@Nullable String part) {
    return part == null ? "" : part;
  }

  boolean isEmpty() {
    return Stream.of(group, version, kind, name, namespace).allMatch(String::isEmpty);
  }

  /**
   * Whether the resource matches, under its present identity or one that it had before kustomize
   * renamed it.
   */
  boolean matches(Resource item) {
    return Stream.concat(Stream.of(now(item)), before(item).stream()).anyMatch(this::fits);
  }

  private boolean fits(IdentityPattern other) {
    return fits(group, other.group)
        && fits(version, other.version)
        && fits(kind, other.kind)
        && fits(name, other.name)
        && fits(namespace, namespace.isEmpty() ? "" : effective(other.namespace));
  }

  private static boolean fits(String asked, String found) {
    return asked.isEmpty() || asked.equals(found);
  }

  private static String effective(String namespace) {
    return namespace.isEmpty() ? "default" : namespace;
  }

  private static IdentityPattern now(Resource item) {
    return new IdentityPattern(
        item.group(), item.version(), item.kind(), item.name(), item.namespace().orElse(""));
  }

  private static List<IdentityPattern> before(Resource item) {
    List<String> names = previous(item, "Names");
    List<String> namespaces = previous(item, "Namespaces");
    List<String> kinds = previous(item, "Kinds");
    int count = Math.min(names.size(), Math.min(namespaces.size(), kinds.size()));
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new IdentityPattern(
                    item.group(), item.version(), kinds.get(i), names.get(i), namespaces.get(i)))
        .toList();
  }

  private static List<String> previous(Resource item, String what) {
    Optional<String> texts = item.annotation(PREVIOUS + what);
    return texts.map(text -> Arrays.asList(text.split(",", -1))).orElse(List.of());
  }

  /** Returns the form that kustomize prints: {@code Deployment.v1.apps/name.namespace}. */
  @Override
  public String toString() {
    return or(kind, "[noKind]")
        + "."
        + or(version, "[noVer]")
        + "."
        + or(group, "[noGrp]")
        + "/"
        + or(name, "[noName]")
        + "."
        + or(namespace, "[noNs]");
  }

  private static String or(String part, String none) {
    return part.isEmpty() ? none : part;
  }
}
