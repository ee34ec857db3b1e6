package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Optional;

/**
 * The annotations in which orchestrators store where an item came from. Functions know them in an
 * older and in the present spelling.
 */
public final class InternalAnnotations {
  /** The file that the item came from. */
  public static final Key PATH =
      new Key("internal.config.kubernetes.io/path", "config.kubernetes.io/path");

  /** The place of the item in its file. */
  public static final Key INDEX =
      new Key("internal.config.kubernetes.io/index", "config.kubernetes.io/index");

  /** What the orchestrator recognizes the item by. */
  public static final Key ID = new Key("internal.config.kubernetes.io/id", "config.k8s.io/id");

  private static final String RESERVED = "internal.config.kubernetes.io/";

  /** The beginning of all older spellings. */
  private static final String LEGACY = "config.k";

  private static final List<Key> ALL = List.of(PATH, INDEX, ID);

  private InternalAnnotations() {}

  /** One of these annotations, in both spellings. */
  public record Key(String name, String legacyName) {
    /** Whether an annotation of that name is this one. */
    public boolean is(String annotation) {
      return annotation.equals(name) || annotation.equals(legacyName);
    }

    /** The value on an item, if it is a scalar; the present spelling counts first. */
    public Optional<String> find(Resource item) {
      return item.annotation(name).or(() -> item.annotation(legacyName));
    }
  }

  /** Whether an annotation of that name belongs to the orchestrator. */
  public static boolean contains(String name) {
    if (name.startsWith(RESERVED)) {
      return true;
    }
    for (Key key : ALL) {
      if (name.equals(key.legacyName())) {
        return true;
      }
    }
    return false;
  }

  /** Whether the annotation with this key belongs to the orchestrator. */
  public static boolean contains(Node key) {
    return key.textStartsWith(RESERVED) || (key.textStartsWith(LEGACY) && contains(key.text()));
  }

  /** Reads an index. A text that is not a number counts as missing. */
  static int index(String text) {
    try {
      return Math.max(0, Integer.parseInt(text.strip()));
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
