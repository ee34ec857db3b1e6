package dev.kiln.sdk;

/** The format in which a list is written. */
public enum Format {
  YAML,
  JSON
}
