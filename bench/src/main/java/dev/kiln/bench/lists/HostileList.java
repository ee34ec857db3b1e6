package dev.kiln.bench.lists;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Lists whose shape costs a host as much memory or time as their size allows. */
public enum HostileList {
  SMALL_ITEMS(
      "items of 79 bytes",
      "",
      "",
      "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: bcdefghij}}\n"),
  TINY_ITEMS("items of 49 bytes", "", "", "- {apiVersion: v1, kind: A, metadata: {name: a}}\n"),
  SHORT_VALUES("one list of letters", value("["), "]}}\n", "a,"),
  EMPTY_LISTS("one list of empty lists", value("["), "]}}\n", "[],"),
  TAGS("a tag on each value", value("["), "]}}\n", "!a a,"),
  ANCHORS("an anchor on each value", value("["), "]}}\n", "&a a,"),
  ALIASES(
      "an item a thousand times",
      "- &a {apiVersion: v1, kind: A, metadata: {name: a}}\n",
      "",
      "- *a\n"),
  TEXT("one long text", value("\""), "\"}}\n", "\\u00e9a");

  private static final String HEAD =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n";

  private final String label;
  private final String start;
  private final String end;
  private final String part;

  HostileList(String label, String start, String end, String part) {
    this.label = label;
    this.start = start;
    this.end = end;
    this.part = part;
  }

  private static String value(String open) {
    return "- {apiVersion: v1, kind: A, metadata: {name: a}, data: {x: " + open;
  }

  public String label() {
    return label;
  }

  /** A list of at most this many bytes, without a functionConfig. */
  public byte[] ofSize(int bytes) {
    return textOfSize(bytes).getBytes(UTF_8);
  }

  public String textOfSize(int bytes) {
    int rest = bytes - HEAD.length() - start.length() - end.length();
    return HEAD + start + part.repeat(Math.max(0, rest / part.length())) + end;
  }
}
