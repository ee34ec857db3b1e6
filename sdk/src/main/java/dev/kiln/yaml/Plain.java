package dev.kiln.yaml;

/** A scalar that is to be written exactly so. */
record Plain(String text) {
  Plain {
    boolean one = text.isEmpty() || ScalarWriter.isPlainText(text, false);
    if (!one) {
      throw new IllegalArgumentException("\"" + text + "\" cannot stand without quotes");
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
