package dev.kiln.yaml.write;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import org.jspecify.annotations.Nullable;

/**
 * The layout of new text, chosen to match its surroundings. Rarely needed parts are determined on
 * first use. Belongs to one thread.
 */
public final class TextLayout {
  private static final byte[] LF = {'\n'};
  private static final int UNKNOWN = -2;
  private static final int[] NO_WAY = {};

  private final byte[] newline;
  private final @Nullable YamlSource source;
  private final int root;
  private final int collection;
  private final boolean json;
  private final String comma;
  private final String colon;
  private int[] way = NO_WAY;

  /** The path to another collection of the source, from which the next search continues. */
  private int[] before = NO_WAY;

  private int step;
  private int listStep;
  private int gap;
  private boolean literals = true;

  private TextLayout(
      byte[] newline,
      @Nullable YamlSource source,
      int root,
      int collection,
      boolean json,
      String comma,
      String colon) {
    this.newline = newline;
    this.source = source;
    this.root = root;
    this.collection = collection;
    this.json = json;
    this.comma = comma;
    this.colon = colon;
    this.step = source == null ? 2 : UNKNOWN;
    this.listStep = source == null ? 0 : UNKNOWN;
    this.gap = source == null ? 2 : UNKNOWN;
  }

  /** The layout that {@link Yaml#of} uses, with the given line break. */
  public static TextLayout block(byte[] newline) {
    return new TextLayout(newline, null, 0, 0, false, ", ", ": ");
  }

  public static TextLayout block() {
    return block(LF);
  }

  /**
   * The layout around one collection of a source, as far as the subtree of {@code root} shows it.
   */
  public static TextLayout around(YamlSource source, int root, int collection) {
    byte[] newline = TextLines.breakAt(source.bytes, source.end(collection));
    if (!NodeKind.isFlow(source.kind(collection))) {
      return new TextLayout(newline, source, root, collection, false, ", ", ": ");
    }
    boolean json = LayoutFinder.isJson(source, root, collection);
    int pattern = LayoutFinder.withColon(source, root, collection);
    String colon = pattern < 0 ? (json ? ":" : ": ") : LayoutFinder.colon(source, pattern, json);
    int several = LayoutFinder.withComma(source, root, collection);
    String comma =
        several < 0 ? (colon.equals(":") ? "," : ", ") : LayoutFinder.comma(source, several);
    return new TextLayout(newline, source, root, collection, json, comma, colon);
  }

  /** Takes over the findings of another layout of the same source. */
  public void follow(TextLayout other) {
    before = other.way.length == 0 ? other.before : other.way;
  }

  public void literals(boolean allowed) {
    literals = allowed;
  }

  /** Whether strings of several lines may be block scalars. */
  boolean hasLiterals() {
    return literals;
  }

  public byte[] newline() {
    return newline;
  }

  /** Whether flow text is JSON: all strings in double quotes. */
  public boolean isJson() {
    return json;
  }

  /** The separator between entries of a flow collection on one line. */
  public String comma() {
    return comma;
  }

  /** The text after a quoted key in a flow map. */
  String colon() {
    return colon;
  }

  /** The indentation of a map relative to its key. */
  public int step() {
    if (step == UNKNOWN && source != null) {
      int found = LayoutFinder.step(source, way(source), NodeKind.BLOCK_MAP);
      step = found > 0 ? found : 2;
    }
    return step;
  }

  /** The indentation of a list's dashes relative to their key. */
  int listStep() {
    if (listStep == UNKNOWN && source != null) {
      listStep = Math.max(0, LayoutFinder.step(source, way(source), NodeKind.BLOCK_LIST));
    }
    return listStep;
  }

  /** The distance from a dash to the value after it. */
  public int gap() {
    if (gap == UNKNOWN && source != null) {
      gap = LayoutFinder.gap(source, way(source));
    }
    return gap;
  }

  private int[] way(YamlSource from) {
    if (way.length == 0) {
      way = LayoutFinder.way(from, root, collection, before);
    }
    return way;
  }
}
