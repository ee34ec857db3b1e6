package dev.kiln.yaml.write;

/** A scalar that is written exactly as this text. */
public record PlainText(String text) {
  public PlainText {
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
