package dev.kiln.yaml.table;

import org.jspecify.annotations.Nullable;

/**
 * Properties that only few nodes have: an anchor, a tag, or the indentation that a block scalar's
 * header gives.
 *
 * <p>The fields are public because the parser, in another package, collects the properties one by
 * one before it adds the node. After that they do not change.
 */
public final class NodeProperties {
  public int node;

  /** The start of the properties; -1 if the text has none (there is only an indentation). */
  public int start = -1;

  /** The position after the last property. */
  public int end = -1;

  /** The indentation of a block scalar's text; -1 if the text itself determines it. */
  public int indent = -1;

  public @Nullable String anchor;

  /** The resolved tag: {@code tag:yaml.org,2002:str}, {@code !local}, or {@code !}. */
  public @Nullable String tag;
}
