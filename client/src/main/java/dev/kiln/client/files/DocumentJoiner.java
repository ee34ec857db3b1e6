package dev.kiln.client.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Joins documents to a file and writes the separator line that each document needs. */
final class DocumentJoiner {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
  private final byte[] lineBreak;

  /** Whether the first document also begins with {@code ---}. */
  private boolean marked;

  private boolean first = true;

  /** Whether the last line says that its document ended. */
  private boolean ended;

  /**
   * The last document, not written yet: it needs a final line break only if another document
   * follows.
   */
  private byte[] lastDocument = {};

  DocumentJoiner(byte[] lineBreak) {
    this.lineBreak = lineBreak;
  }

  void head(byte[] head, boolean startsMarked) {
    out.writeBytes(head);
    marked = startsMarked;
  }

  /** Adds a new document. */
  void add(byte[] text) {
    add(new byte[0], text, true);
  }

  /** Adds a document that the file already had, with its present text. */
  void add(Document document, byte[] text) {
    add(document.separator(), text, false);
  }

  private void add(byte[] lead, byte[] text, boolean fresh) {
    Opening opening = Opening.of(text);
    boolean needed = first ? marked : fresh || !ended;
    out.writeBytes(FinalLineBreak.append(lastDocument, lineBreak));
    if (!first && !ended && opening == Opening.DIRECTIVE) {
      line("...");
    } else if (lead.length > 0 && (needed || !isPlainMarker(lead))) {
      out.writeBytes(lead);
    } else if (needed && opening == Opening.CONTENT) {
      line("---");
    }
    lastDocument = text;
    first = false;
    ended = ByteLines.isMarker(text, ByteLines.last(text), '.');
  }

  private void line(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(lineBreak);
  }

  private static boolean isPlainMarker(byte[] lead) {
    int p = 3;
    while (p < lead.length && lead[p] <= ' ') {
      p++;
    }
    return p == lead.length && ByteLines.isMarker(lead, 0, '-');
  }

  byte[] toBytes() {
    out.writeBytes(lastDocument);
    lastDocument = new byte[0];
    return out.toByteArray();
  }

  /** What the text of a document begins with, after its comments. */
  private enum Opening {
    CONTENT,
    MARKER,
    DIRECTIVE;

    static Opening of(byte[] text) {
      int at = 0;
      while (at < text.length && ByteLines.isBlankOrComment(text, at, ByteLines.next(text, at))) {
        at = ByteLines.next(text, at);
      }
      if (at < text.length && text[at] == '%') {
        return DIRECTIVE;
      }
      return ByteLines.isMarker(text, at, '-') ? MARKER : CONTENT;
    }
  }
}
