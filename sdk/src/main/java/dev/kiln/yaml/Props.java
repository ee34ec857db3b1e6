package dev.kiln.yaml;

import org.jspecify.annotations.Nullable;

/**
 * What few nodes have: an anchor, a tag, or a block scalar's indentation where its header gives it.
 */
final class Props {
  int node;

  /** Where the properties begin; -1 if there are none in the text (an indentation alone). */
  int start = -1;

  /** Behind the last of them. */
  int end = -1;

  /** Indentation of a block scalar's text, -1 where it is found by looking at the text. */
  int indent = -1;

  @Nullable String anchor;

  /** Resolved: {@code tag:yaml.org,2002:str}, {@code !local}, or {@code !}. */
  @Nullable String tag;
}
