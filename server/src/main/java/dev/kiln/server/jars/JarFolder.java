package dev.kiln.server.jars;

import dev.kiln.sdk.loading.FunctionClass;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A folder of jars with functions, which can be read again while the functions run.
 *
 * <p>Each jar is read into memory, so that nobody who writes to the folder disturbs what runs, and
 * gets a class loader of its own: its classes see each other, the sdk and the JDK, whatever the
 * jar's {@code Class-Path} says. Calls of {@code System.exit}, {@code Runtime.exit} and {@code
 * Runtime.halt} in them throw {@link dev.kiln.sdk.ExitRefused} instead; what calls those through
 * reflection or native code ends the process.
 *
 * <p>Safe on any thread; one reads at a time.
 */
public final class JarFolder {
  private static final int HEAP_SHARE = 4;
  private static final long MAX_BYTES = 1 << 30;

  private final Path folder;
  private final Predicate<String> reserved;
  private final boolean runsCode;
  private final long maxBytes;

  /** By file name, what the last reading gave. */
  private Map<String, LoadedJar> currentJars = Map.of();

  /**
   * Reads nothing yet.
   *
   * @param reserved the names of functions that no jar may have, for the host has them already
   */
  public JarFolder(Path folder, Predicate<String> reserved) {
    this(folder, reserved, true, usualMaxBytes());
  }

  /**
   * Reads nothing yet, and never runs code of the jars: it reads their definitions for another
   * process that runs their functions.
   */
  public static JarFolder ofDefinitions(Path folder, Predicate<String> reserved) {
    return new JarFolder(folder, reserved, false, usualMaxBytes());
  }

  private static long usualMaxBytes() {
    return Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /**
   * With a limit of one's own.
   *
   * @param runsCode whether classes of the jars are loaded and checked
   * @param maxBytes bytes of all jars together
   */
  JarFolder(Path folder, Predicate<String> reserved, boolean runsCode, long maxBytes) {
    this.folder = folder;
    this.reserved = reserved;
    this.runsCode = runsCode;
    this.maxBytes = maxBytes;
  }

  /**
   * What is in the folder.
   *
   * @param jars in the order of their file names; a jar that did not change is the very object that
   *     the last reading gave
   * @param problems why jars cannot be used, a line each; where an older version was in force, it
   *     stays so and is among {@code jars}
   */
  public record Reading(List<Jar> jars, List<String> problems) {
    public Reading {
      jars = List.copyOf(jars);
      problems = List.copyOf(problems);
    }
  }

  /**
   * A jar, loaded. Its classes go when nobody holds its functions, if these leave no threads
   * behind, and nothing in a {@link ThreadLocal} of a thread that stays.
   *
   * @param file its name in the folder
   * @param archive its contents
   */
  public record Jar(String file, List<FunctionClass> functions, JarArchive archive) {
    public Jar {
      functions = List.copyOf(functions);
    }

    /** Writes the jar as it was read into a folder, under its name. */
    public void copyTo(Path folder) throws IOException {
      archive.writeTo(folder.resolve(file));
    }
  }

  /**
   * Reads what changed. A folder that cannot be read is a problem too, and changes nothing.
   *
   * <p>No function is in two jars. Of two jars that want it the one that is in force already keeps
   * it, and if both are new, the first by file name.
   *
   * <p>Code of the jars runs here, as long as it likes: the static initializers and constructors of
   * functions. None is started.
   */
  public synchronized Reading read() {
    var problems = new ArrayList<String>();
    try {
      Map<String, LoadedJar> found = loadAll(list(), problems);
      rejectDuplicates(found, problems);
      currentJars = found;
    } catch (IOException e) {
      problems.add(onOneLine(folder + ": " + describe(e) + " (expected: a folder of jars)"));
    }
    return new Reading(currentJars.values().stream().map(LoadedJar::jar).toList(), problems);
  }

  /** As a shell lists {@code *.jar}. */
  private List<Path> list() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "[!.]*.jar")) {
      var all = new ArrayList<Path>();
      files.forEach(all::add);
      all.sort(Path::compareTo);
      return all;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Each jar as it is now or, if that is broken, as it was. */
  private Map<String, LoadedJar> loadAll(List<Path> files, List<String> problems) {
    var found = new TreeMap<String, LoadedJar>();
    for (Path file : files) {
      LoadedJar before = currentJars.get(name(file));
      if (before != null) {
        found.put(before.file(), before);
      }
    }
    for (Path file : files) {
      try {
        found.put(name(file), read(file, found));
      } catch (BadJar e) {
        problems.add(problem(name(file), e.problem()));
      } catch (IOException e) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          problems.add(problem(name(file), describe(e) + " (expected: a jar)"));
        } else {
          found.remove(name(file)); // removed just now
        }
      }
    }
    return found;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private LoadedJar read(Path file, Map<String, LoadedJar> found) throws BadJar, IOException {
    LoadedJar before = currentJars.get(name(file));
    FileStamp stamp = FileStamp.of(file);
    if (before != null && before.stamp().isSettled() && before.stamp().isUnchangedSince(stamp)) {
      return before;
    }
    byte[] bytes = bytes(file, stamp, freeBytes(name(file), found));
    return before != null && before.archive().isMadeOf(bytes)
        ? before.withStamp(stamp)
        : LoadedJar.load(file, stamp, new JarArchive(bytes), reserved, runsCode);
  }

  private long freeBytes(String file, Map<String, LoadedJar> found) {
    return maxBytes
        - found.values().stream()
            .filter(held -> !held.file().equals(file))
            .mapToLong(held -> held.archive().size())
            .sum();
  }

  private byte[] bytes(Path file, FileStamp stamp, long room) throws BadJar, IOException {
    if (stamp.size() > room) {
      throw new BadJar(
          "has %d bytes, and there is room for %d (expected: a quarter of the heap for all jars)"
              .formatted(stamp.size(), Math.max(0, room)));
    }
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes((int) stamp.size());
      if (!stamp.isUnchangedSince(FileStamp.of(file))) {
        throw new BadJar(
            "was written to while it was read (expected: a jar that is copied under another name, then"
                + " renamed)");
      }
      return bytes;
    }
  }

  private void rejectDuplicates(Map<String, LoadedJar> jars, List<String> problems) {
    DuplicateFunction duplicate = DuplicateFunction.find(jars, currentJars);
    while (duplicate != null) {
      problems.add(problem(duplicate.rejectedJar(), duplicate.problem()));
      jars.computeIfPresent(duplicate.rejectedJar(), (file, _) -> currentJars.get(file));
      duplicate = DuplicateFunction.find(jars, currentJars);
    }
  }

  private String problem(String file, String what) {
    String older = currentJars.containsKey(file) ? "; the older one stays in force" : "";
    return onOneLine(folder.resolve(file) + ": " + what + older);
  }

  /** One, whatever a file is called and a class says. */
  private static String onOneLine(String text) {
    return text.replaceAll("(?U)[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }

  private static String describe(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "is not there";
      case AccessDeniedException _ -> "may not be read by this user";
      case NotDirectoryException _ -> "is no folder";
      default -> "cannot be read: " + e.getMessage();
    };
  }
}
