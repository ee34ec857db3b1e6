package dev.kiln.functions.fields;

import dev.kiln.yaml.table.CallInterrupted;

/**
 * A text that ends a search of a regular expression in it when its call is over. An expression of
 * thousands of steps may need seconds for a long text.
 */
public final class InterruptibleText implements CharSequence {
  private static final int CHARACTERS_PER_CHECK = 256;

  private final String text;
  private int read;

  private InterruptibleText(String text) {
    this.text = text;
  }

  /** Returns a text to search; a short one is searched at once. */
  public static CharSequence of(String text) {
    return text.length() <= CHARACTERS_PER_CHECK ? text : new InterruptibleText(text);
  }

  @Override
  public char charAt(int at) {
    if (++read % CHARACTERS_PER_CHECK == 0) {
      CallInterrupted.check();
    }
    return text.charAt(at);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
