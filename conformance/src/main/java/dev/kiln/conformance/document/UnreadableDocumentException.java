package dev.kiln.conformance.document;

/** Bytes that are no YAML document; the message says where and why. */
public final class UnreadableDocumentException extends Exception {
  private static final long serialVersionUID = 1;

  /** Says where and why. */
  public UnreadableDocumentException(String message) {
    super(message);
  }
}
