package dev.kiln.server.jars;

import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.server.jars.JarFolder.Jar;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A jar whose functions are loaded, and the stamp that tells whether its file changed. */
record LoadedJar(Jar jar, Set<String> functions, FileStamp stamp, JarArchive archive) {
  private static final String FITS =
      " (expected: the name of a function's class on each line of " + FunctionLoader.FILE + ")";

  /**
   * Loads all that a call needs; no function is started.
   *
   * @param reserved names that its functions may not have
   * @param runsCode whether classes are loaded, and not only the definitions beside them
   */
  static LoadedJar load(
      Path file, FileStamp stamp, JarArchive archive, Predicate<String> reserved, boolean runsCode)
      throws BadJar {
    if (archive.find(FunctionLoader.FILE) == null) {
      throw new BadJar("has no " + FunctionLoader.FILE + FITS);
    }
    try {
      String name = file.getFileName().toString();
      var loader = new JarLoader(name, archive, file.toAbsolutePath().toUri().toURL());
      List<FunctionClass> functions = FunctionLoader.findAll(loader);
      return new LoadedJar(
          new Jar(name, functions, archive), names(functions, reserved, runsCode), stamp, archive);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> names(
      List<FunctionClass> functions, Predicate<String> reserved, boolean runsCode) throws BadJar {
    if (functions.isEmpty()) {
      throw new BadJar("names no function" + FITS);
    }
    var names = new LinkedHashSet<String>();
    for (FunctionClass function : functions) {
      String name = name(function, runsCode);
      if (!names.add(name)) {
        throw new BadJar("has two functions " + name + " (expected: one of that name)");
      }
      if (reserved.test(name)) {
        throw new BadJar(
            "has the function "
                + name
                + ", which the host has itself (expected: a name of its own)");
      }
    }
    return names;
  }

  private static String name(FunctionClass function, boolean runsCode) throws BadJar {
    try {
      if (runsCode) {
        function.check();
      }
      return function.definition().name();
    } catch (Exception | Error e) { // the jar's own code runs here
      throw BadJar.of(function.className(), e);
    }
  }

  String file() {
    return jar.file();
  }

  /** Whether it is the same jar as {@code other}, loaded once. */
  boolean isOf(@Nullable LoadedJar other) {
    return other != null && other.jar.equals(jar);
  }

  /** The same, with the new attributes of its file. */
  LoadedJar withStamp(FileStamp again) {
    return new LoadedJar(jar, functions, again, archive);
  }
}
