package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds folders and files of a package that are mounts. Nothing can be renamed across a mount. */
final class MountPoints {
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final int PLACE = 4; // the number of the field that has the place of a mount
  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

  private MountPoints() {}

  /** Returns the paths below the root; none where the system does not list its mounts. */
  static List<String> below(Path root) {
    try {
      return below(root, Files.readAllLines(MOUNTS));
    } catch (IOException e) {
      return List.of();
    }
  }

  static List<String> below(Path root, List<String> mounts) {
    String folder = root + "/";
    return mounts.stream()
        .map(mount -> unescaped(mount.split(" ", PLACE + 2)[PLACE]))
        .filter(place -> place.startsWith(folder))
        .map(place -> place.substring(folder.length()))
        .distinct()
        .sorted(PackagePath.ORDER)
        .toList();
  }

  /** The system writes blanks and line breaks as three octal digits. */
  private static String unescaped(String place) {
    return ESCAPED
        .matcher(place)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(found.group(1), 8))));
  }
}
