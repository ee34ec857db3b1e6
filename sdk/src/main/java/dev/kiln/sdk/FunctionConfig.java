package dev.kiln.sdk;

import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that the caller gave to the function: none, a ConfigMap, or an object of the
 * function's own kind. {@link #bind} accepts all three.
 *
 * <p>Immutable, safe on any thread.
 */
public final class FunctionConfig {
  private static final FunctionConfig ABSENT = new FunctionConfig(null, null);
  private static final String DATA = "data";

  private final @Nullable Resource resource;
  private final @Nullable Resource writtenResource;

  private FunctionConfig(@Nullable Resource resource, @Nullable Resource writtenResource) {
    this.resource = resource;
    this.writtenResource = writtenResource;
  }

  public static FunctionConfig absent() {
    return ABSENT;
  }

  public static FunctionConfig of(Resource resource) {
    return of(resource.node());
  }

  /**
   * Reads the text of one object.
   *
   * @throws BadInput if the text is not one object
   */
  public static FunctionConfig parse(String yaml) {
    return of(Resource.parse(yaml));
  }

  /**
   * Reads the bytes of one object, which must be UTF-8.
   *
   * @throws BadInput if the bytes are not one object
   */
  public static FunctionConfig parse(byte[] yaml) {
    return of(Resource.parse(yaml));
  }

  static FunctionConfig of(@Nullable Node node) {
    if (node == null || node.isNull()) {
      return ABSENT;
    }
    if (!node.isMap()) {
      throw new BadInput(ListEnvelope.FUNCTION_CONFIG, ValueText.of(node), "an object", node);
    }
    if (node.size() == 0) {
      return ABSENT;
    }
    Resource resource = Resource.of(node);
    var config = new FunctionConfig(resource, resource);
    return config.isPlaceholder() ? new FunctionConfig(null, resource) : config;
  }

  /** Whether this is the object that kpt and kustomize send when there is no configuration. */
  private boolean isPlaceholder() {
    Node data = find(DATA);
    return isConfigMap()
        && resource().orElseThrow().name().equals("function-input")
        && (data == null || data.isNull() || (data.isMap() && data.size() == 0))
        && resource().orElseThrow().node().entries().stream()
            .allMatch(FunctionConfig::isCommonField);
  }

  /**
   * The functionConfig as the list has it, including the empty ConfigMap that some orchestrators
   * send.
   */
  public Optional<Resource> writtenResource() {
    return Optional.ofNullable(writtenResource);
  }

  /**
   * Whether there is no configuration. Some orchestrators send an empty ConfigMap for none; it
   * counts as absent too.
   */
  public boolean isAbsent() {
    return resource == null;
  }

  private static boolean isCommonField(Entry entry) {
    return List.of("apiVersion", "kind", "metadata", DATA).contains(entry.name());
  }

  public boolean isConfigMap() {
    return resource != null
        && resource.kind().equals("ConfigMap")
        && resource.apiVersion().equals("v1");
  }

  /** The functionConfig as an object, empty if it is absent. */
  public Optional<Resource> resource() {
    return Optional.ofNullable(resource);
  }

  /**
   * The data of a ConfigMap in order; empty if the functionConfig is absent. A scalar of any type
   * is taken as the text that it is written with.
   *
   * @throws BadInput if the functionConfig is of another kind, or if its data is not text
   */
  public Map<String, String> data() {
    var texts = new LinkedHashMap<String, String>();
    Node data = dataNode();
    if (data != null) {
      for (var entry : data.entries()) {
        if (!entry.value().isScalar()) {
          throw new BadInput(
              DATA + "." + entry.name(), ValueText.of(entry.value()), "a text", entry.value());
        }
        texts.put(entry.name(), ValueText.scalarText(entry.value()));
      }
    }
    return Collections.unmodifiableMap(texts);
  }

  private @Nullable Node dataNode() {
    if (resource == null) {
      return null;
    }
    if (!isConfigMap()) {
      String found = (resource.apiVersion() + " " + resource.kind()).strip();
      throw new BadInput("kind", found, "v1 ConfigMap", resource.node());
    }
    Node data = find(DATA);
    if (data != null && !data.isMap() && !data.isNull()) {
      throw new BadInput(DATA, ValueText.of(data), "a map of texts", data);
    }
    return data == null || data.isNull() ? null : data;
  }

  private @Nullable Node find(String field) {
    return resource == null ? null : resource.node().at(field);
  }

  /**
   * Checks in advance that {@link #bind} can make records of a class.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static void requireBindable(Class<?> record) {
    var _ = RecordBinder.of(record);
  }

  /**
   * Converts the functionConfig to a record. Each field becomes a component; unknown fields are
   * refused.
   *
   * <p>If the functionConfig is of the function's own kind, the fields are those beside apiVersion,
   * kind and metadata. If it is a ConfigMap, the fields are the entries of {@code data}, and their
   * texts are read as the types of the components require; a function that takes all entries uses
   * {@link ConfigMapData}. If it is absent, there are no fields.
   *
   * <p>Components are texts, numbers, booleans, enums, {@link Node}, other records, lists of these
   * and maps from text to these. A missing list or map is empty. Any other missing field is refused
   * unless the component has a {@link Default}, or is {@code @Nullable} or an {@code Optional}. If
   * the record's constructor throws {@link BadInput}, the position is added to it.
   *
   * @throws BadInput names the field, the value found and the value expected
   * @throws IllegalArgumentException if {@code record} cannot be bound
   */
  public <T> T bind(Class<T> record) {
    RecordBinder binder = RecordBinder.of(record);
    Node object = resource == null ? null : resource.node();
    Object bound =
        object != null && isConfigMap()
            ? binder.bindData(dataNode(), object)
            : binder.bindObject(object);
    return record.cast(bound);
  }
}
