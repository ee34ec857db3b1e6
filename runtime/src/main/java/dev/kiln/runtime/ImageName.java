package dev.kiln.runtime;

/** The name of an image without its tag and digest. */
record ImageName(String repository) {
  /** The image with this prefix if its name has none, as {@code set-labels:v0.2}. */
  static String qualified(String image, String prefix) {
    return prefix.isEmpty() || image.indexOf('/') >= 0 ? image : prefix + "/" + image;
  }

  static ImageName of(String image) {
    int digest = image.indexOf('@');
    String tagged = digest < 0 ? image : image.substring(0, digest);
    int tag = tagged.lastIndexOf(':');
    // a colon before the last slash belongs to the registry's port
    return new ImageName(tag > tagged.lastIndexOf('/') ? tagged.substring(0, tag) : tagged);
  }
}
