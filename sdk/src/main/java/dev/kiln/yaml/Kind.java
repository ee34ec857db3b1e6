package dev.kiln.yaml;

/** How a node is written: the four bits that the table keeps of it. */
final class Kind {
  static final int PLAIN = 0;
  static final int SINGLE = 1;
  static final int DOUBLE = 2;
  static final int LITERAL = 3;
  static final int FOLDED = 4;
  static final int ALIAS = 5;
  static final int BLOCK_MAP = 8;
  static final int BLOCK_LIST = 9;
  static final int FLOW_MAP = 10;
  static final int FLOW_LIST = 11;

  private Kind() {}

  static boolean isCollection(int kind) {
    return kind >= BLOCK_MAP;
  }

  static boolean isMap(int kind) {
    return kind == BLOCK_MAP || kind == FLOW_MAP;
  }

  static boolean isList(int kind) {
    return kind == BLOCK_LIST || kind == FLOW_LIST;
  }

  static boolean isFlow(int kind) {
    return kind >= FLOW_MAP;
  }

  static boolean isBlock(int kind) {
    return kind == BLOCK_MAP || kind == BLOCK_LIST;
  }

  static boolean isQuoted(int kind) {
    return kind == SINGLE || kind == DOUBLE;
  }

  /** How a scalar that begins with this byte is written, on one line. */
  static int of(byte first) {
    return first == '"' ? DOUBLE : first == '\'' ? SINGLE : PLAIN;
  }
}
