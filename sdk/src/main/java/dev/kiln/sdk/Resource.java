package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One Kubernetes object. It is a view of its text, and an edit changes that text only where it
 * must.
 *
 * <p>Immutable, safe on any thread. Methods that read never throw: a field reads as empty if it is
 * missing, or if it is not text where text belongs. Methods that edit return a new resource, or
 * this one if nothing changes. They throw {@link BadYaml} if an edit is impossible, for example
 * because a field on the path is not a map.
 */
public final class Resource {
  /** The fields that every object has. The schema of a functionConfig need not declare them. */
  public static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private final Node node;
  private final ResourceOrigin origin;

  /** Read by the first thread that asks. Several threads would store equal headers. */
  private @Nullable ObjectHeader header;

  /** The identity of the resource that this one was made from, or of the item before it. */
  private final @Nullable ObjectIdentity like;

  Resource(Node node, ResourceOrigin origin) {
    this(node, origin, null);
  }

  Resource(Node node, ResourceOrigin origin, @Nullable ObjectIdentity like) {
    this.node = node;
    this.origin = origin;
    this.like = like;
  }

  /**
   * Reads the text of one object.
   *
   * @throws BadInput if the text is not one object
   */
  public static Resource parse(String yaml) {
    return parse(yaml.getBytes(StandardCharsets.UTF_8));
  }

  static Resource parse(byte[] yaml) {
    try {
      return of(Yaml.parse(yaml).refuseDuplicateKeys());
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  /**
   * Makes a resource from a map.
   *
   * @throws BadInput if {@code map} is not a map
   */
  public static Resource of(Node map) {
    if (!map.isMap()) {
      throw new BadInput("", ValueText.of(map), "an object: a map with apiVersion and kind", map);
    }
    return new Resource(map, ResourceOrigin.NONE);
  }

  public Node node() {
    return node;
  }

  public String apiVersion() {
    return header().identity(this, like).apiVersion();
  }

  /** The group in the apiVersion; empty for the core group. */
  public String group() {
    return id().group();
  }

  /** The version in the apiVersion. */
  public String version() {
    return id().version();
  }

  public String kind() {
    return id().kind();
  }

  public String name() {
    return id().name();
  }

  /** The namespace that the item names. {@link #scope} says whether its kind is namespaced. */
  public Optional<String> namespace() {
    return Optional.ofNullable(id().namespace());
  }

  public ResourceId id() {
    return header().identity(this, like).id();
  }

  /**
   * The scope from the table of Kubernetes' own kinds, else from the definitions in the item's
   * list.
   */
  public Scope scope() {
    return origin.scopes().scopeOf(group(), kind());
  }

  /** The labels, in order. */
  public Map<String, String> labels() {
    return texts(labelsNode());
  }

  /** The annotations, in order. */
  public Map<String, String> annotations() {
    return texts(annotationsNode());
  }

  public Optional<String> label(String key) {
    return text(labelsNode(), key);
  }

  public Optional<String> annotation(String key) {
    return text(annotationsNode(), key);
  }

  /** The annotations as they are written; null if there are none. */
  public @Nullable Node annotationsNode() {
    ObjectHeader known = header;
    if (known != null) {
      return known.annotations;
    }
    // A host looks once at each item of two lists: to keep a header for each would cost memory.
    Node metadata = node.at("metadata");
    return metadata == null ? null : metadata.at("annotations");
  }

  private @Nullable Node labelsNode() {
    Node metadata = header().metadata;
    return metadata == null ? null : metadata.at("labels");
  }

  private static Optional<String> text(@Nullable Node map, String key) {
    Node value = map == null ? null : map.at(key);
    return value == null ? Optional.empty() : scalarText(value);
  }

  /**
   * The relative path of the file that the item came from, if the caller annotated the item with
   * it.
   */
  public Optional<String> path() {
    return InternalAnnotations.PATH.find(this);
  }

  /** The number of this document in its file, from 0. */
  public int index() {
    return InternalAnnotations.INDEX.find(this).map(InternalAnnotations::index).orElse(0);
  }

  Optional<FileRef> file() {
    return header().file(this);
  }

  /** The first node that {@code path} leads to. */
  public Optional<Node> find(String path) {
    return node.find(path);
  }

  /** The first node that {@code path} leads to. */
  public Optional<Node> find(Path path) {
    return node.find(path);
  }

  /** The text of the scalar that {@code path} leads to. */
  public Optional<String> text(String path) {
    return node.find(path).flatMap(Resource::scalarText);
  }

  /**
   * Collects edits and applies them together. Only the lines of changed values are rewritten, in
   * the style of the surrounding lines.
   */
  public Resource edit(Consumer<Edit> edits) {
    return withNode(node.edit(edits));
  }

  /**
   * Changes this resource to mean the same as {@code wanted}. Parts that are the same in both keep
   * their lines and comments. The other parts are written in the style of the surrounding lines.
   * Comments that only {@code wanted} has are added.
   */
  public Resource withContentOf(Resource wanted) {
    return withContentOf(wanted, _ -> false);
  }

  /**
   * As {@link #withContentOf(Resource)}, except that annotations whose names match {@code leftOut}
   * stay as they are here.
   */
  public Resource withContentOf(Resource wanted, Predicate<String> leftOut) {
    return withNode(MinimalEdits.apply(this, wanted, leftOut).node());
  }

  /** Whether {@code other} means the same and has no comment that this resource lacks. */
  @SuppressWarnings("ReferenceEquality") // the same node means that nothing changed
  public boolean hasSameContentAs(Resource other) {
    return node.hasSameValueAs(other.node)
        && (!MinimalEdits.mayHaveMoreComments(other.node, node)
            || withContentOf(other).node == node);
  }

  /**
   * The fields in which {@code to} differs from this resource, except for annotations whose names
   * match {@code leftOut}.
   */
  public List<FieldChange> changesTo(Resource to, Predicate<String> leftOut) {
    return MinimalEdits.differences(this, to, leftOut);
  }

  /** Returns the resource of a text with other bytes in one place, see {@link Node#withText}. */
  public Resource withText(int from, int to, byte[] replacement) {
    return withNode(node.withText(from, to, replacement));
  }

  public Resource withName(String name) {
    return edit(e -> e.set(NAME, name));
  }

  public Resource withNamespace(String namespace) {
    return edit(e -> e.set(NAMESPACE, namespace));
  }

  public Resource withLabel(String key, String value) {
    return edit(e -> e.set(LABELS.key(key), value));
  }

  public Resource withLabels(Map<String, String> labels) {
    return edit(e -> labels.forEach((key, value) -> e.set(LABELS.key(key), value)));
  }

  public Resource withoutLabel(String key) {
    return edit(e -> e.remove(LABELS.key(key)));
  }

  public Resource withAnnotation(String key, String value) {
    return edit(e -> e.set(ANNOTATIONS.key(key), value));
  }

  public Resource withAnnotations(Map<String, String> annotations) {
    return edit(e -> annotations.forEach((key, value) -> e.set(ANNOTATIONS.key(key), value)));
  }

  public Resource withoutAnnotation(String key) {
    return edit(e -> e.remove(ANNOTATIONS.key(key)));
  }

  /** The text of this resource, as its list has it. */
  @Override
  public String toString() {
    return node.toString();
  }

  /** Names the resource and the file it came from, for messages. */
  String label() {
    String identity = id().toString();
    return (identity.isEmpty() ? "an item" : identity)
        + FileRef.of(this).map(file -> " (" + file.path() + "[" + file.index() + "])").orElse("");
  }

  ResourceOrigin origin() {
    return origin;
  }

  Resource withOrigin(ResourceOrigin other) {
    var same = new Resource(node, other, like);
    same.header = header;
    return same;
  }

  private Resource withNode(Node edited) {
    return edited == node ? this : new Resource(edited, origin, knownIdentity());
  }

  /** Its identity if somebody asked for it, else the one that is probably alike. */
  @Nullable ObjectIdentity knownIdentity() {
    ObjectHeader known = header;
    return known == null ? like : known.knownIdentity(like);
  }

  private ObjectHeader header() {
    ObjectHeader known = header;
    if (known == null) {
      known = new ObjectHeader(node);
      header = known;
    }
    return known;
  }

  private static Map<String, String> texts(@Nullable Node map) {
    if (map == null || !map.isMap()) {
      return Map.of();
    }
    var texts = new LinkedHashMap<String, String>();
    for (var entry : map.entries()) {
      if (entry.key().isScalar()) {
        scalarText(entry.value()).ifPresent(text -> texts.put(entry.name(), text));
      }
    }
    return Collections.unmodifiableMap(texts);
  }

  private static Optional<String> scalarText(Node node) {
    return node.isScalar() && !node.isNull() ? Optional.of(node.text()) : Optional.empty();
  }

  private static final Path NAME = Path.keys("metadata", "name");
  private static final Path NAMESPACE = Path.keys("metadata", "namespace");
  private static final Path LABELS = Path.keys("metadata", "labels");
  private static final Path ANNOTATIONS = Path.keys("metadata", "annotations");
}
