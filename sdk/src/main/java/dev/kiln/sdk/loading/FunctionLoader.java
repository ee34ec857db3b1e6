package dev.kiln.sdk.loading;

import dev.kiln.sdk.classpath.ClassPathFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the functions of a jar or a class path. The file {@code META-INF/kiln/functions} lists
 * them.
 */
public final class FunctionLoader {
  /** The file has one class name per line; {@code #} begins a comment. */
  public static final String FILE = "META-INF/kiln/functions";

  private FunctionLoader() {}

  /**
   * All functions that {@code loader} finds, in the order in which it finds them. No class is
   * loaded yet.
   */
  public static List<FunctionClass> findAll(ClassLoader loader) {
    try {
      Set<String> names = new LinkedHashSet<>();
      for (byte[] file : ClassPathFile.findAll(FILE, loader)) {
        readNames(new String(file, StandardCharsets.UTF_8), names);
      }
      var functions = new ArrayList<FunctionClass>();
      for (String name : names) {
        functions.add(FunctionClass.of(name, loader));
      }
      return List.copyOf(functions);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void readNames(String file, Set<String> names) {
    for (String line : file.split("\n", -1)) {
      int comment = line.indexOf('#');
      String name = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
  }
}
