package dev.kiln.yaml.table;

import org.jspecify.annotations.Nullable;

/**
 * What few nodes have: an anchor, a tag, or a block scalar's indentation where its header gives it.
 */
public final class NodeProperties {
  public int node;

  /** Where the properties begin; -1 if there are none in the text (an indentation alone). */
  public int start = -1;

  /** Behind the last of them. */
  public int end = -1;

  /** Indentation of a block scalar's text, -1 where it is found by looking at the text. */
  public int indent = -1;

  public @Nullable String anchor;

  /** Resolved: {@code tag:yaml.org,2002:str}, {@code !local}, or {@code !}. */
  public @Nullable String tag;
}
