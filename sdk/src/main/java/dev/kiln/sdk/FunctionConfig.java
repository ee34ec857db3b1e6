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
 * How the caller configured the function: not at all, with a ConfigMap, or with a kind of the
 * function's own. {@link #bind} takes all three.
 *
 * <p>Immutable, safe on any thread.
 */
public final class FunctionConfig {
  private static final FunctionConfig ABSENT = new FunctionConfig(null, null);
  private static final String DATA = "data";

  private final @Nullable Resource resource;
  private final @Nullable Resource written;

  private FunctionConfig(@Nullable Resource resource, @Nullable Resource written) {
    this.resource = resource;
    this.written = written;
  }

  public static FunctionConfig absent() {
    return ABSENT;
  }

  public static FunctionConfig of(Resource resource) {
    return of(resource.node());
  }

  /**
   * From the text of one object.
   *
   * @throws BadInput if it is none
   */
  public static FunctionConfig parse(String yaml) {
    return of(Resource.parse(yaml));
  }

  /**
   * From the bytes of one object, which are to be UTF-8.
   *
   * @throws BadInput if it is none
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

  /** What kpt and kustomize send when there is no configuration. */
  private boolean isPlaceholder() {
    Node data = find(DATA);
    return isConfigMap()
        && resource().orElseThrow().name().equals("function-input")
        && (data == null || data.isNull() || (data.isMap() && data.size() == 0))
        && resource().orElseThrow().node().entries().stream().allMatch(FunctionConfig::isUsual);
  }

  /** What stands for it in a list, the empty ConfigMap of some orchestrators included. */
  public Optional<Resource> written() {
    return Optional.ofNullable(written);
  }

  /** Also if the caller sent the empty ConfigMap that some orchestrators send for nothing. */
  public boolean isAbsent() {
    return resource == null;
  }

  private static boolean isUsual(Entry entry) {
    return List.of("apiVersion", "kind", "metadata", DATA).contains(entry.name());
  }

  public boolean isConfigMap() {
    return resource != null
        && resource.kind().equals("ConfigMap")
        && resource.apiVersion().equals("v1");
  }

  /** Empty if absent. */
  public Optional<Resource> resource() {
    return Optional.ofNullable(resource);
  }

  /**
   * The data of a ConfigMap in order; empty if absent. Scalars of any type are taken as the text
   * they are written with.
   *
   * @throws BadInput for another kind, and for data that is not text
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
        texts.put(entry.name(), ValueText.plain(entry.value()));
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
   * As a record: a component for each field, unknown fields refused.
   *
   * <p>Of a kind of the function's own these are the fields beside apiVersion, kind and metadata.
   * Of a ConfigMap they are the entries of {@code data}, their texts read as the components' types
   * ask; see {@link ConfigMapData} for a function that takes all of them. If absent, there are
   * none.
   *
   * <p>Components are texts, numbers, booleans, enums, {@link Node}, other records, lists of these
   * and maps from text to these. A missing list or map is empty. Anything else that is missing is
   * refused unless it has a {@link Default}, or is {@code @Nullable} or an {@code Optional}. What
   * the record's constructor refuses with {@link BadInput} gets its place added.
   *
   * @throws BadInput names the field, what was found and what fits
   * @throws IllegalArgumentException if {@code record} is no such record
   */
  public <T> T bind(Class<T> record) {
    RecordBinder binder = RecordBinder.of(record);
    Node object = resource == null ? null : resource.node();
    Object bound =
        object != null && isConfigMap()
            ? binder.ofData(dataNode(), object)
            : binder.ofObject(object);
    return record.cast(bound);
  }
}
