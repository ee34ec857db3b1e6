package dev.kiln.sdk;

/** How a list is written. */
public enum Format {
  YAML,
  JSON
}
