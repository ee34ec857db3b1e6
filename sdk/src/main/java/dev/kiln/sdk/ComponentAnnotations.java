package dev.kiln.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.classpath.ClassPathFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of a record's components, read from its class file. Reflection would make the JDK
 * generate two classes, which takes a quarter of a short run.
 *
 * @param byComponent the value of each annotation, or an empty text, by the name of the component
 *     and the descriptor of the annotation's type
 */
record ComponentAnnotations(Map<String, Map<String, String>> byComponent) {
  private static final String VALUE = "value";

  /** Ends a word in the packed text. */
  private static final String END = "\0";

  static ComponentAnnotations ofRecord(Class<?> type) {
    String name = type.getName().replace('.', '/');
    ClassLoader loader = type.getClassLoader();
    try {
      List<byte[]> packed = ClassPathFile.findPacked(name, loader);
      if (packed != null) {
        return unpack(new String(packed.getFirst(), UTF_8));
      }
      ComponentAnnotations written =
          ClassPathFile.findUnpacked(name + ".class", loader)
              .map(ComponentAnnotations::ofClassFile)
              .orElseGet(() -> byReflection(type));
      ClassPathFile.pack(name, loader, () -> List.of(written.pack().getBytes(UTF_8)));
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All annotations packed into one text, which {@link #unpack} reads. */
  String pack() {
    var text = new StringBuilder();
    byComponent.forEach(
        (component, annotations) ->
            annotations.forEach(
                (type, value) -> text.append(String.join(END, component, type, value, ""))));
    return text.toString();
  }

  static ComponentAnnotations unpack(String text) {
    var values = new HashMap<String, Map<String, String>>();
    String[] words = text.split(END, -1);
    for (int i = 0; i + 2 < words.length; i += 3) {
      values.putIfAbsent(words[i], new HashMap<>());
      values.get(words[i]).put(words[i + 1], words[i + 2]);
    }
    return new ComponentAnnotations(values);
  }

  private static ComponentAnnotations ofClassFile(byte[] classFile) {
    var values = new HashMap<String, Map<String, String>>();
    RecordAttribute components =
        ClassFile.of().parse(classFile).findAttribute(Attributes.record()).orElseThrow();
    for (RecordComponentInfo one : components.components()) {
      RuntimeVisibleAnnotationsAttribute found =
          one.findAttribute(Attributes.runtimeVisibleAnnotations()).orElse(null);
      values.put(one.name().stringValue(), found == null ? Map.of() : read(found));
    }
    return new ComponentAnnotations(values);
  }

  private static Map<String, String> read(RuntimeVisibleAnnotationsAttribute annotations) {
    var values = new HashMap<String, String>();
    for (var one : annotations.annotations()) {
      values.put(one.className().stringValue(), value(one.elements()));
    }
    return values;
  }

  private static String value(List<AnnotationElement> elements) {
    for (AnnotationElement one : elements) {
      if (one.name().equalsString(VALUE) && one.value() instanceof AnnotationValue.OfString text) {
        return text.stringValue();
      }
    }
    return "";
  }

  /** A class that was made in memory has no class file. */
  private static ComponentAnnotations byReflection(Class<?> type) {
    var values = new HashMap<String, Map<String, String>>();
    for (RecordComponent one : type.getRecordComponents()) {
      var annotations = new HashMap<String, String>();
      Key key = one.getAnnotation(Key.class);
      if (key != null) {
        annotations.put(Key.class.descriptorString(), key.value());
      }
      Default missing = one.getAnnotation(Default.class);
      if (missing != null) {
        annotations.put(Default.class.descriptorString(), missing.value());
      }
      if (one.isAnnotationPresent(ConfigMapData.class)) {
        annotations.put(ConfigMapData.class.descriptorString(), "");
      }
      values.put(one.getName(), annotations);
    }
    return new ComponentAnnotations(values);
  }

  /** The value of an annotation of this type on this component. */
  Optional<String> find(RecordComponent component, Class<? extends Annotation> type) {
    Map<String, String> annotations = byComponent.get(component.getName());
    @Nullable String value = annotations == null ? null : annotations.get(type.descriptorString());
    return Optional.ofNullable(value);
  }
}
