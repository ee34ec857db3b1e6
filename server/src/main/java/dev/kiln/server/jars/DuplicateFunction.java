package dev.kiln.server.jars;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One function that two jars contain.
 *
 * @param owningJar the file that keeps it
 * @param rejectedJar the file that cannot have it. It is new always, for those in force agree.
 */
record DuplicateFunction(String function, String owningJar, String rejectedJar) {

  /** The first there are among {@code found}, null if none. */
  static @Nullable DuplicateFunction find(
      Map<String, LoadedJar> found, Map<String, LoadedJar> inForce) {
    Predicate<LoadedJar> isOld = held -> held.isOf(inForce.get(held.file()));
    Stream<LoadedJar> oldFirst =
        Stream.concat(
            found.values().stream().filter(isOld), found.values().stream().filter(isOld.negate()));
    var owners = new HashMap<String, String>();
    for (LoadedJar held : oldFirst.toList()) {
      for (String function : held.functions()) {
        String owner = owners.putIfAbsent(function, held.file());
        if (owner != null) {
          return new DuplicateFunction(function, owner, held.file());
        }
      }
    }
    return null;
  }

  String problem() {
    return "has the function %s, which %s has as well (expected: a name of its own)"
        .formatted(function, owningJar);
  }
}
