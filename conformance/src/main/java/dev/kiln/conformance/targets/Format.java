package dev.kiln.conformance.targets;

/** How a list is written. */
public enum Format {
  YAML("text/yaml"),
  JSON("application/json");

  private final String mediaType;

  Format(String mediaType) {
    this.mediaType = mediaType;
  }

  /** What HTTP calls it. */
  public String mediaType() {
    return mediaType;
  }
}
