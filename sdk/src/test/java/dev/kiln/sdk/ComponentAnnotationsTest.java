package dev.kiln.sdk;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComponentAnnotationsTest {
  private static final Map<String, Map<String, String>> EXPECTED =
      Map.of(
          "key", Map.of("Ldev/kiln/sdk/Key;", "a-key", "Ldev/kiln/sdk/Default;", "2"),
          "data", Map.of("Ldev/kiln/sdk/ConfigMapData;", ""),
          "bare", Map.of());

  record Told(
      @Key("a-key") @Default("2") int key,
      @ConfigMapData Map<String, String> data,
      List<String> bare) {}

  @Test
  void readsTheClassFile() {
    assertThat(ComponentAnnotations.ofRecord(Told.class).byComponent()).isEqualTo(EXPECTED);
  }

  @Test
  void readsItsPackedText() {
    ComponentAnnotations written =
        ComponentAnnotations.unpack(ComponentAnnotations.ofRecord(Told.class).pack());

    for (RecordComponent component : Told.class.getRecordComponents()) {
      for (var type : List.of(Key.class, Default.class, ConfigMapData.class)) {
        String told =
            requireNonNull(EXPECTED.get(component.getName())).get(type.descriptorString());
        assertThat(written.find(component, type)).isEqualTo(Optional.ofNullable(told));
      }
    }
  }

  @Test
  void usesReflectionWithoutAClassFile() throws Exception {
    Class<?> type = new InMemory(Told.class).loadClass(Told.class.getName());

    assertThat(type.getClassLoader()).isInstanceOf(InMemory.class);
    assertThat(ComponentAnnotations.ofRecord(type).byComponent()).isEqualTo(EXPECTED);
  }

  /** Defines one class, and has no file of it. */
  private static final class InMemory extends ClassLoader {
    private final Class<?> of;

    InMemory(Class<?> of) {
      super(of.getClassLoader());
      this.of = of;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(of.getName()) ? define(name) : super.loadClass(name, resolve);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (var in = of.getClassLoader().getResourceAsStream(file)) {
        byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public @Nullable URL getResource(String name) {
      return null;
    }
  }
}
