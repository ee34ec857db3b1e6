package dev.kiln.bench.load.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Writes a jar with a function, as its author's build does. */
public final class FunctionJar {
  public static final String FUNCTION = "label-as-configured";

  private FunctionJar() {}

  /** Writes it into a folder. */
  public static void writeTo(Path folder) throws IOException {
    String name = LabelAsConfigured.class.getName();
    String path = name.replace('.', '/');
    try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("function.jar")))) {
      for (String file : List.of(path + ".class", path + ".yaml")) {
        jar.putNextEntry(new JarEntry(file));
        try (InputStream in = FunctionJar.class.getResourceAsStream("/" + file)) {
          Objects.requireNonNull(in, file).transferTo(jar);
        }
      }
      jar.putNextEntry(new JarEntry("META-INF/kiln/functions"));
      jar.write(name.getBytes(UTF_8));
    }
  }
}
