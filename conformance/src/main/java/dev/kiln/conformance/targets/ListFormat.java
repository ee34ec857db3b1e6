package dev.kiln.conformance.targets;

/** How a list is written. */
public enum ListFormat {
  YAML("text/yaml"),
  JSON("application/json");

  private final String mediaType;

  ListFormat(String mediaType) {
    this.mediaType = mediaType;
  }

  /** What HTTP calls it. */
  public String mediaType() {
    return mediaType;
  }
}
