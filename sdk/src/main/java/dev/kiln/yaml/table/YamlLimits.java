package dev.kiln.yaml.table;

/**
 * Limits for reading and writing: the largest text, the deepest nesting and the longest implicit
 * key.
 */
public final class YamlLimits {
  /** Positions in larger texts do not fit the words of a {@link NodeTable}. */
  public static final int MAX_BYTES = (1 << 29) - 1;

  /** The Go readers refuse deeper nesting as well. */
  public static final int MAX_DEPTH = 10_000;

  /** A longer key needs a {@code ?} before it. */
  public static final int MAX_KEY_BYTES = 1024;

  private YamlLimits() {}
}
