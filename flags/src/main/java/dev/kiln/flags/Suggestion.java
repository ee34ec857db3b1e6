package dev.kiln.flags;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Suggests known words for a misspelled one. */
public final class Suggestion {
  private static final int MAX_DISTANCE = 2;

  private Suggestion() {}

  /** Lines to append to an error message; empty if nothing is near. */
  public static String of(String word, Collection<String> known) {
    List<String> near =
        known.stream()
            .filter(
                other ->
                    ClosestWord.editDistance(word, other) <= MAX_DISTANCE || isStartOf(word, other))
            .sorted(Comparator.comparingInt(other -> ClosestWord.editDistance(word, other)))
            .toList();
    return near.isEmpty() ? "" : "\n\nDid you mean this?\n\t" + String.join("\n\t", near) + "\n";
  }

  private static boolean isStartOf(String word, String other) {
    return word.length() > 2 && other.startsWith(word);
  }
}
