package dev.kiln.sdk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the functions of a jar or a class path: {@code META-INF/kiln/functions} names them. */
public final class Functions {
  /** One class name a line; what follows a {@code #} is a comment. */
  public static final String FILE = "META-INF/kiln/functions";

  private Functions() {}

  /** All that {@code loader} sees, in the order in which it sees them; none is loaded yet. */
  public static List<FunctionClass> on(ClassLoader loader) {
    try {
      Set<String> names = new LinkedHashSet<>();
      for (URL file : loader.resources(FILE).toList()) {
        read(file, names);
      }
      return names.stream().map(name -> FunctionClass.of(name, loader)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(URL file, Set<String> names) throws IOException {
    var connection = file.openConnection();
    connection.setUseCaches(false); // a jar that is replaced must not stay open
    try (var lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String name = line.replaceFirst("#.*", "").strip();
        if (!name.isEmpty()) {
          names.add(name);
        }
      }
    }
  }
}
