package dev.kiln.yaml.write;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The layout of new text, chosen to match its surroundings. Rarely needed parts are determined on
 * first use. Belongs to one thread.
 */
public final class TextLayout {
  private static final byte[] LF = {'\n'};
  private static final int UNKNOWN = -2;

  private final byte[] newline;
  private final @Nullable YamlSource source;
  private final int root;
  private final int collection;
  private final boolean json;
  private final String comma;
  private final String colon;

  /** Shared by the layouts of one source; made when it is needed. */
  private @Nullable LayoutFinder finder;

  private int mapIndent;
  private int listIndent;
  private int itemOffset;
  private int entryColumn = UNKNOWN;
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
    return detect(source, root, collection, null);
  }

  private static TextLayout detect(
      YamlSource source, int root, int collection, @Nullable LayoutFinder known) {
    byte[] newline = source.lineBreakNear(source.end(collection));
    if (!NodeKind.isFlow(source.kind(collection))) {
      var layout = new TextLayout(newline, source, root, collection, false, ", ", ": ");
      layout.finder = known;
      return layout;
    }
    var finder = known == null ? new LayoutFinder(source, root) : known;
    boolean json = finder.isJson(collection);
    String colon = finder.colon(collection, json);
    String comma = finder.comma(collection, colon);
    var layout = new TextLayout(newline, source, root, collection, json, comma, colon);
    layout.finder = finder;
    finder.setLayout(collection, layout);
    return layout;
  }

  /** The layout around another collection of the same source. */
  public TextLayout around(int other) {
    if (source == null) {
      throw new IllegalStateException("a layout without a source");
    }
    var shared = finder(source);
    var known = shared.layoutOf(other);
    if (known != null) {
      return known;
    }
    var layout = detect(source, root, other, shared);
    layout.literalsAllowed = literalsAllowed;
    return layout;
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
      int found = finder(source).distance(LayoutFinder.MAP_INDENT, collection);
      mapIndent = found > 0 ? found : 2;
    }
    return mapIndent;
  }

  /** The indentation of a list's dashes relative to their key. */
  int listIndent() {
    if (listIndent == UNKNOWN && source != null) {
      listIndent = Math.max(0, finder(source).distance(LayoutFinder.LIST_INDENT, collection));
    }
    return listIndent;
  }

  /** The distance from a dash to the value after it. */
  public int itemOffset() {
    if (itemOffset == UNKNOWN && source != null) {
      int found = finder(source).distance(LayoutFinder.ITEM_OFFSET, collection);
      itemOffset = found > 0 ? found : 2;
    }
    return itemOffset;
  }

  /**
   * The column of the entries of a flow collection if each is on its own line, else -1.
   *
   * @param find finds it, when it is needed for the first time
   */
  public int entryColumn(IntSupplier find) {
    if (entryColumn == UNKNOWN) {
      entryColumn = find.getAsInt();
    }
    return entryColumn;
  }

  private LayoutFinder finder(YamlSource from) {
    var known = finder;
    if (known == null) {
      known = new LayoutFinder(from, root);
      finder = known;
    }
    return known;
  }
}
