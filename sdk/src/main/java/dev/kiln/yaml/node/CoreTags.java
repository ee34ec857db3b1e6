package dev.kiln.yaml.node;

/** The tags that every YAML reader knows. */
public final class CoreTags {
  /** The prefix that {@code !!} abbreviates. */
  public static final String PREFIX = "tag:yaml.org,2002:";

  private CoreTags() {}

  static boolean isBinary(String tag) {
    return tag.equals(PREFIX + "binary");
  }
}
