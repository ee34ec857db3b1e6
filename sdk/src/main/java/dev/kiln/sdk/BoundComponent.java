package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record that is made from a functionConfig.
 *
 * @param name the Java name, which the record's own checks use
 * @param key the field of the functionConfig that the component stands for
 * @param takesData whether the component takes all of a ConfigMap's data
 * @param valueIfMissing gives the value of a component whose field is missing, or throws
 */
record BoundComponent(
    String name,
    String key,
    boolean takesData,
    Converter converter,
    BiFunction<Path, @Nullable Node, @Nullable Object> valueIfMissing) {

  static BoundComponent of(RecordComponent component, ComponentAnnotations annotations) {
    Converter converter = Converters.of(component);
    return new BoundComponent(
        component.getName(),
        annotations.find(component, Key.class).orElse(component.getName()),
        annotations.find(component, ConfigMapData.class).isPresent(),
        converter,
        valueIfMissing(
            component, converter, annotations.find(component, Default.class).orElse(null)));
  }

  private static BiFunction<Path, @Nullable Node, @Nullable Object> valueIfMissing(
      RecordComponent component, Converter converter, @Nullable String defaultText) {
    if (defaultText != null) {
      Object value =
          component.getType() == String.class
              ? defaultText
              : converter.convert(Yaml.parse(defaultText), Path.keys(component.getName()), false);
      return (_, _) -> value;
    }
    if (component.getType() == Optional.class) {
      return (_, _) -> Optional.empty();
    }
    if (component.getType() == List.class) {
      return (_, _) -> List.of();
    }
    if (component.getType() == Map.class) {
      return (_, _) -> Map.of();
    }
    if (isNullable(component)) {
      return (_, _) -> null;
    }
    String expected = component.getType() == String.class ? "a text" : "a value";
    return (path, around) -> {
      throw around == null
          ? new BadInput(path.toString(), "missing", expected)
          : new BadInput(path.toString(), "missing", expected, around);
    };
  }

  /** Accepts every annotation of that name, as other readers of such annotations do. */
  private static boolean isNullable(RecordComponent component) {
    return Arrays.stream(component.getAnnotatedType().getAnnotations())
        .anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
  }
}
