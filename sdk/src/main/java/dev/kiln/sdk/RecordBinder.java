package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of one class from maps. Reflection runs once per class; its results are released
 * with the class.
 */
final class RecordBinder implements Converter {
  private static final ClassValue<RecordBinder> BINDERS =
      new ClassValue<>() {
        @Override
        protected RecordBinder computeValue(Class<?> type) {
          return new RecordBinder(type);
        }
      };

  private static final Path ROOT = Path.of("");
  private static final Path DATA = Path.keys("data");

  private final List<BoundComponent> components;
  private final Set<String> keys;
  private final Constructor<?> constructor;

  private RecordBinder(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is no record");
    }
    ComponentAnnotations annotations = ComponentAnnotations.ofRecord(type);
    RecordComponent[] declared = type.getRecordComponents();
    components = new ArrayList<>(declared.length);
    keys = new LinkedHashSet<>();
    var types = new Class<?>[declared.length];
    for (int i = 0; i < declared.length; i++) {
      BoundComponent component = BoundComponent.of(declared[i], annotations);
      components.add(component);
      keys.add(component.key());
      types[i] = declared[i].getType();
    }
    constructor = constructor(type, types);
  }

  static RecordBinder of(Class<?> type) {
    return BINDERS.get(type);
  }

  private static Constructor<?> constructor(Class<?> type, Class<?>[] types) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true); // an author's record need not be public
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(type.getName() + " cannot be made", e);
    }
  }

  /**
   * Makes a record from an object of the function's own kind; null if there is no functionConfig.
   */
  Object bindObject(@Nullable Node object) {
    return bind(object, ROOT, false, Resource.OBJECT_FIELDS);
  }

  /** Makes a record from a ConfigMap; {@code data} is null if the ConfigMap has none. */
  Object bindData(@Nullable Node data, Node configMap) {
    if (data != null && !takesData()) {
      return bind(data, DATA, true, Set.of());
    }
    Node enclosing = data == null ? configMap : data;
    return newRecord(
        new Origin(DATA, enclosing, true, each -> each.takesData() ? data : null, true));
  }

  private boolean takesData() {
    for (BoundComponent component : components) {
      if (component.takesData()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Object convert(Node node, Path path, boolean fromText) {
    return bind(node, path, fromText, Set.of());
  }

  private Object bind(@Nullable Node map, Path path, boolean fromText, Set<String> ignoredFields) {
    if (map != null && !map.isMap()) {
      throw BadInput.at(map, path, "a map");
    }
    if (map != null) {
      refuseUnknown(map, path, ignoredFields);
    }
    return newRecord(
        new Origin(path, map, fromText, each -> map == null ? null : map.at(each.key()), false));
  }

  private void refuseUnknown(Node map, Path path, Set<String> ignoredFields) {
    for (var entry : map.entries()) {
      if (!keys.contains(entry.name()) && !ignoredFields.contains(entry.name())) {
        throw new BadInput(
            path.key(entry.name()).toString(), "unknown field", ValueText.oneOf(keys), entry.key());
      }
    }
  }

  /**
   * The source of a record's fields.
   *
   * @param path the path of the record in the functionConfig
   * @param enclosing the node to name in a message about a missing field; null without
   *     functionConfig
   * @param nodeFinder finds the node that a component is made from, null if there is none
   * @param takesAllData whether one component takes all of the data
   */
  private record Origin(
      Path path,
      @Nullable Node enclosing,
      boolean fromText,
      Function<BoundComponent, @Nullable Node> nodeFinder,
      boolean takesAllData) {

    Path pathOf(BoundComponent component) {
      return takesAllData && component.takesData() ? path : path.key(component.key());
    }
  }

  private Object newRecord(Origin origin) {
    var values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      BoundComponent component = components.get(i);
      Node node = origin.nodeFinder().apply(component);
      Path at = origin.pathOf(component);
      values[i] =
          node == null || node.isNull()
              ? component.valueIfMissing().apply(at, origin.enclosing())
              : component.converter().convert(node, at, origin.fromText());
    }
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw unwrap(e.getTargetException(), origin);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private RuntimeException unwrap(Throwable e, Origin origin) {
    if (e instanceof BadInput bad) {
      return bad.line() > 0 ? bad : withPosition(bad, origin);
    }
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException other ? other : new IllegalStateException(e);
  }

  /** Adds the path of the record and the line. The record's own check knows only its component. */
  private BadInput withPosition(BadInput e, Origin origin) {
    String head = e.field().split("[.\\[]", 2)[0];
    String rest = e.field().substring(head.length());
    for (BoundComponent component : components) {
      if (component.name().equals(head) || component.key().equals(head)) {
        Node node = origin.nodeFinder().apply(component);
        return errorAt(
            e,
            origin.pathOf(component) + rest,
            node == null ? origin.enclosing() : nodeBelow(node, rest));
      }
    }
    String dot = origin.path().isRoot() || e.field().isEmpty() ? "" : ".";
    return errorAt(e, origin.path() + dot + e.field(), origin.enclosing());
  }

  private static BadInput errorAt(BadInput e, String field, @Nullable Node at) {
    return at == null
        ? new BadInput(field, e.found(), e.expected())
        : new BadInput(field, e.found(), e.expected(), at);
  }

  private static Node nodeBelow(Node node, String rest) {
    return rest.isEmpty()
        ? node
        : node.find(rest.startsWith(".") ? rest.substring(1) : rest).orElse(node);
  }
}
