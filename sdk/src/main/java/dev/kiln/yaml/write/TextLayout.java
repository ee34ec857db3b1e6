package dev.kiln.yaml.write;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import org.jspecify.annotations.Nullable;

/**
 * The layout of new text, chosen to match its surroundings. Rarely needed parts are determined on
 * first use. Belongs to one thread.
 */
public final class TextLayout {
  private static final byte[] LF = {'\n'};
  private static final int UNKNOWN = -2;
  private static final int[] UNKNOWN_PATH = {};

  private final byte[] newline;
  private final @Nullable YamlSource source;
  private final int root;
  private final int collection;
  private final boolean json;
  private final String comma;
  private final String colon;
  private int[] path = UNKNOWN_PATH;

  /** The path to another collection of the source, from which the next search continues. */
  private int[] knownPath = UNKNOWN_PATH;

  private int mapIndent;
  private int listIndent;
  private int itemOffset;
  private boolean literalsAllowed = true;

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
    this.mapIndent = source == null ? 2 : UNKNOWN;
    this.listIndent = source == null ? 0 : UNKNOWN;
    this.itemOffset = source == null ? 2 : UNKNOWN;
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
  public static TextLayout detect(YamlSource source, int root, int collection) {
    byte[] newline = source.lineBreakNear(source.end(collection));
    if (!NodeKind.isFlow(source.kind(collection))) {
      return new TextLayout(newline, source, root, collection, false, ", ", ": ");
    }
    boolean json = LayoutFinder.isJson(source, root, collection);
    int mapWithColon = LayoutFinder.mapWithColon(source, root, collection);
    String colon =
        mapWithColon < 0 ? (json ? ":" : ": ") : LayoutFinder.colonText(source, mapWithColon, json);
    int collectionWithComma = LayoutFinder.collectionWithComma(source, root, collection);
    String comma =
        collectionWithComma < 0
            ? (colon.equals(":") ? "," : ", ")
            : LayoutFinder.commaText(source, collectionWithComma);
    return new TextLayout(newline, source, root, collection, json, comma, colon);
  }

  /** Takes over the findings of another layout of the same source. */
  public void reuseFindingsOf(TextLayout other) {
    knownPath = other.path.length == 0 ? other.knownPath : other.path;
  }

  public void allowLiterals(boolean allowed) {
    literalsAllowed = allowed;
  }

  /** Whether strings of several lines may be block scalars. */
  boolean allowsLiterals() {
    return literalsAllowed;
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
  public int mapIndent() {
    if (mapIndent == UNKNOWN && source != null) {
      int found = LayoutFinder.indentOfKind(source, pathIn(source), NodeKind.BLOCK_MAP);
      mapIndent = found > 0 ? found : 2;
    }
    return mapIndent;
  }

  /** The indentation of a list's dashes relative to their key. */
  int listIndent() {
    if (listIndent == UNKNOWN && source != null) {
      listIndent =
          Math.max(0, LayoutFinder.indentOfKind(source, pathIn(source), NodeKind.BLOCK_LIST));
    }
    return listIndent;
  }

  /** The distance from a dash to the value after it. */
  public int itemOffset() {
    if (itemOffset == UNKNOWN && source != null) {
      itemOffset = LayoutFinder.itemOffset(source, pathIn(source));
    }
    return itemOffset;
  }

  private int[] pathIn(YamlSource from) {
    if (path.length == 0) {
      path = LayoutFinder.pathTo(from, root, collection, knownPath);
    }
    return path;
  }
}
