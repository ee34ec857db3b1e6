package dev.kiln.yaml.table;

/** The style in which a node is written, as the four bits that the table stores. */
public final class NodeKind {
  public static final int PLAIN = 0;
  public static final int SINGLE_QUOTED = 1;
  public static final int DOUBLE_QUOTED = 2;
  public static final int LITERAL = 3;
  public static final int FOLDED = 4;
  public static final int ALIAS = 5;
  public static final int BLOCK_MAP = 8;
  public static final int BLOCK_LIST = 9;
  public static final int FLOW_MAP = 10;
  public static final int FLOW_LIST = 11;

  private NodeKind() {}

  public static boolean isCollection(int kind) {
    return kind >= BLOCK_MAP;
  }

  public static boolean isMap(int kind) {
    return kind == BLOCK_MAP || kind == FLOW_MAP;
  }

  public static boolean isList(int kind) {
    return kind == BLOCK_LIST || kind == FLOW_LIST;
  }

  public static boolean isFlow(int kind) {
    return kind >= FLOW_MAP;
  }

  public static boolean isBlock(int kind) {
    return kind == BLOCK_MAP || kind == BLOCK_LIST;
  }

  public static boolean isQuoted(int kind) {
    return kind == SINGLE_QUOTED || kind == DOUBLE_QUOTED;
  }

  /** The style of a scalar on one line that begins with this byte. */
  public static int ofFirstByte(byte first) {
    return first == '"' ? DOUBLE_QUOTED : first == '\'' ? SINGLE_QUOTED : PLAIN;
  }
}
