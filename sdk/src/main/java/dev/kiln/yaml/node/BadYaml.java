package dev.kiln.yaml.node;

import dev.kiln.yaml.table.TextPosition;

/**
 * Reports text that is not valid YAML here, with the position and the reason.
 *
 * <p>Lines and columns count from 1; columns count characters. Line 0 means that there is no single
 * position.
 */
public final class BadYaml extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String reason;
  private final int line;
  private final int column;

  public BadYaml(String reason, int line, int column) {
    super(line == 0 ? reason : reason + " at line " + line + ", column " + column);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }

  /** The error at a byte of a text. The line and column are computed only here. */
  public static BadYaml at(byte[] bytes, int position, String reason) {
    var place = TextPosition.of(bytes, position);
    return new BadYaml(reason, place.line(), place.column());
  }

  public String reason() {
    return reason;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
