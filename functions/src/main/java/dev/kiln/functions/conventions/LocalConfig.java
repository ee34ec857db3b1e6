package dev.kiln.functions.conventions;

import dev.kiln.sdk.Resource;

/**
 * Recognises items that stay in the package and are never applied to a cluster, such as
 * configuration of functions and Kptfiles.
 */
public final class LocalConfig {
  private static final String ANNOTATION = "config.kubernetes.io/local-config";

  private LocalConfig() {}

  /** Whether the item carries the annotation with any value but {@code false}. */
  public static boolean isLocalConfig(Resource item) {
    String value = item.annotation(ANNOTATION).orElse("");
    return !value.isEmpty() && !value.equals("false");
  }
}
