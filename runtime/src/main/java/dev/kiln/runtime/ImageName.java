package dev.kiln.runtime;

/** The name of an image without its tag and digest. */
record ImageName(String repository) {
  static ImageName of(String image) {
    int digest = image.indexOf('@');
    String tagged = digest < 0 ? image : image.substring(0, digest);
    int tag = tagged.lastIndexOf(':');
    // a colon before the last slash belongs to the registry's port
    return new ImageName(tag > tagged.lastIndexOf('/') ? tagged.substring(0, tag) : tagged);
  }
}
