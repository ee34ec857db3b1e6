package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selects resources by identity; an empty part matches anything. */
record IdentityPattern(String group, String version, String kind, String name, String namespace) {
  private static final String PREVIOUS_PREFIX = "internal.config.kubernetes.io/previous";
  private static final Set<String> METADATA_MAPS = Set.of("labels", "annotations");

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
    return new IdentityPattern(
        orEmpty(group), orEmpty(version), orEmpty(kind), orEmpty(name), orEmpty(namespace));
  }

  private static String orEmpty(@Nullable String part) {
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
    return identitiesOf(item).stream().anyMatch(this::matchesPattern);
  }

  /** Returns the present identity of a resource, and those that it had before. */
  static List<IdentityPattern> identitiesOf(Resource item) {
    return Stream.concat(Stream.of(currentIdentity(item)), previousIdentities(item).stream())
        .toList();
  }

  /** Whether the value at a path decides which patterns match the resource. */
  static boolean isPartOfIdentity(Path path) {
    List<String> keys = path.steps().stream().map(IdentityPattern::keyOf).toList();
    return switch (keys.getFirst()) {
      case "apiVersion", "kind" -> true;
      case "metadata" ->
          keys.size() < 3
              || !METADATA_MAPS.contains(keys.get(1))
              || keys.get(2).startsWith(PREVIOUS_PREFIX);
      default -> false;
    };
  }

  private static String keyOf(Path.Step step) {
    return step instanceof Path.Step.Key(var name) ? name : "";
  }

  private boolean matchesPattern(IdentityPattern other) {
    return matchesPattern(group, other.group)
        && matchesPattern(version, other.version)
        && matchesPattern(kind, other.kind)
        && matchesPattern(name, other.name)
        && matchesPattern(
            namespace, namespace.isEmpty() ? "" : orDefaultNamespace(other.namespace));
  }

  private static boolean matchesPattern(String asked, String found) {
    return asked.isEmpty() || asked.equals(found);
  }

  private static String orDefaultNamespace(String namespace) {
    return namespace.isEmpty() ? "default" : namespace;
  }

  private static IdentityPattern currentIdentity(Resource item) {
    return new IdentityPattern(
        item.group(), item.version(), item.kind(), item.name(), item.namespace().orElse(""));
  }

  private static List<IdentityPattern> previousIdentities(Resource item) {
    List<String> names = previousValues(item, "Names");
    List<String> namespaces = previousValues(item, "Namespaces");
    List<String> kinds = previousValues(item, "Kinds");
    int count = Math.min(names.size(), Math.min(namespaces.size(), kinds.size()));
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new IdentityPattern(
                    item.group(), item.version(), kinds.get(i), names.get(i), namespaces.get(i)))
        .toList();
  }

  private static List<String> previousValues(Resource item, String what) {
    Optional<String> texts = item.annotation(PREVIOUS_PREFIX + what);
    return texts.map(text -> Arrays.asList(text.split(",", -1))).orElse(List.of());
  }

  /** Returns the form that kustomize prints: {@code Deployment.v1.apps/name.namespace}. */
  @Override
  public String toString() {
    return orPlaceholder(kind, "[noKind]")
        + "."
        + orPlaceholder(version, "[noVer]")
        + "."
        + orPlaceholder(group, "[noGrp]")
        + "/"
        + orPlaceholder(name, "[noName]")
        + "."
        + orPlaceholder(namespace, "[noNs]");
  }

  private static String orPlaceholder(String part, String none) {
    return part.isEmpty() ? none : part;
  }
}
