package dev.kiln.yaml.write;

/** A scalar that is written exactly as this text. */
public record PlainText(String text) {
  public PlainText {
    boolean isPlain = text.isEmpty() || ScalarWriter.isPlainText(text, false);
    if (!isPlain) {
      throw new IllegalArgumentException("\"" + text + "\" cannot stand without quotes");
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
