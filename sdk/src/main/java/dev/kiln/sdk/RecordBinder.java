package dev.kiln.sdk;

import dev.kiln.yaml.Node;
import dev.kiln.yaml.Path;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of one class out of maps. What reflection finds out is found out once a class, and
 * goes when the class goes.
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
  private static final Set<String> OF_THE_OBJECT = Set.of("apiVersion", "kind", "metadata");

  private final List<BoundComponent> components;
  private final Set<String> keys;
  private final MethodHandle constructor;

  private RecordBinder(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is no record");
    }
    components = Arrays.stream(type.getRecordComponents()).map(BoundComponent::of).toList();
    keys = new LinkedHashSet<>(components.stream().map(BoundComponent::key).toList());
    constructor = constructor(type);
  }

  static RecordBinder of(Class<?> type) {
    return BINDERS.get(type);
  }

  private static MethodHandle constructor(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true); // an author's record need not be public
      return MethodHandles.lookup()
          .unreflectConstructor(constructor)
          .asSpreader(Object[].class, types.length);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type.getName() + " cannot be made", e);
    }
  }

  /** From an object of the function's own kind; null if there is none. */
  Object ofObject(@Nullable Node object) {
    return bind(object, ROOT, false, OF_THE_OBJECT);
  }

  /** From the data of a ConfigMap; null if there is none. */
  Object ofData(@Nullable Node data) {
    return components.stream().anyMatch(BoundComponent::takesData)
        ? make(component -> component.takesData() ? data : null, data, DATA, true)
        : bind(data, DATA, true, Set.of());
  }

  @Override
  public Object convert(Node node, Path path, boolean fromText) {
    return bind(node, path, fromText, Set.of());
  }

  private Object bind(@Nullable Node map, Path path, boolean fromText, Set<String> others) {
    if (map != null && !map.isMap()) {
      throw Converters.wrong(map, path, "a map");
    }
    if (map != null) {
      refuseUnknown(map, path, others);
    }
    return make(component -> map == null ? null : map.at(component.key()), map, path, fromText);
  }

  private void refuseUnknown(Node map, Path path, Set<String> others) {
    for (var entry : map.entries()) {
      if (!keys.contains(entry.name()) && !others.contains(entry.name())) {
        throw new BadInput(
            path.key(entry.name()).toString(), "unknown field", Shown.choice(keys), entry.key());
      }
    }
  }

  private Object make(
      Function<BoundComponent, @Nullable Node> nodes,
      @Nullable Node around,
      Path path,
      boolean fromText) {
    boolean fromData = path == DATA;
    var values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      BoundComponent component = components.get(i);
      Node node = nodes.apply(component);
      Path at = component.in(path, fromData);
      values[i] =
          node == null || node.isNull()
              ? component.missing().apply(at, around)
              : component.converter().convert(node, at, fromText);
    }
    try {
      return (Object) constructor.invoke(values);
    } catch (BadInput e) {
      throw e.line() > 0 ? e : placed(e, nodes, around, path);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The record's own check knows its component; the rest of the way and the line are added. */
  private BadInput placed(
      BadInput e,
      Function<BoundComponent, @Nullable Node> nodes,
      @Nullable Node around,
      Path path) {
    String head = e.field().split("[.\\[]", 2)[0];
    String rest = e.field().substring(head.length());
    for (BoundComponent component : components) {
      if (component.name().equals(head) || component.key().equals(head)) {
        Node node = nodes.apply(component);
        Node at = node == null ? around : under(node, rest);
        String field = component.in(path, path == DATA) + rest;
        return at == null
            ? new BadInput(field, e.found(), e.expected())
            : new BadInput(field, e.found(), e.expected(), at);
      }
    }
    String field = path.isRoot() || e.field().isEmpty() ? path + e.field() : path + "." + e.field();
    return around == null
        ? new BadInput(field, e.found(), e.expected())
        : new BadInput(field, e.found(), e.expected(), around);
  }

  private static Node under(Node node, String rest) {
    return rest.isEmpty()
        ? node
        : node.find(rest.startsWith(".") ? rest.substring(1) : rest).orElse(node);
  }
}
