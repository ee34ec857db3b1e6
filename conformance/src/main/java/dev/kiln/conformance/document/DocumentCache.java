package dev.kiln.conformance.document;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers documents by their text. A judge sends the same list through every door, and good
 * answers to it are the same. Safe for many threads.
 */
final class DocumentCache {
  /** How long all texts together may be. */
  private static final int MAX_CHARACTERS = 1 << 20;

  /** A longer text is not kept: it would displace many short ones. */
  private static final int MAX_TEXT = 1 << 16;

  /** The one that was not used for the longest time comes first; guarded by this, as the next. */
  private final Map<String, YamlDocument> byText = new LinkedHashMap<>(16, 0.75f, true);

  private int characters;

  synchronized Optional<YamlDocument> find(String text) {
    return Optional.ofNullable(byText.get(text));
  }

  synchronized void add(YamlDocument document) {
    int length = document.text().length();
    if (length > MAX_TEXT || byText.putIfAbsent(document.text(), document) != null) {
      return;
    }
    characters += length;
    Iterator<String> oldest = byText.keySet().iterator();
    while (characters > MAX_CHARACTERS) {
      characters -= oldest.next().length();
      oldest.remove();
    }
  }
}
