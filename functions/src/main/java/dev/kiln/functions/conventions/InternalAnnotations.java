package dev.kiln.functions.conventions;

import java.util.Set;

/** The annotations, in every spelling, in which an orchestrator stores the origin of an item. */
public final class InternalAnnotations {
  private static final String RESERVED = "internal.config.kubernetes.io/";
  private static final Set<String> OLD =
      Set.of("config.kubernetes.io/path", "config.kubernetes.io/index", "config.k8s.io/id");

  private InternalAnnotations() {}

  /** Whether a key is one of these annotations. */
  public static boolean contains(String key) {
    return key.startsWith(RESERVED) || OLD.contains(key);
  }
}
