package dev.kiln.client.files;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits a file into documents that can be taken out and put back. The head and the documents
 * together are the file, byte for byte.
 *
 * <p>A line alone shows where a document ends: {@code ---} and {@code ...} in the first column end
 * every kind of text that YAML has.
 */
final class DocumentStream {
  private static final byte[] NOTHING = {};

  private final byte[] bytes;
  private final List<Document> documents = new ArrayList<>();
  private int head;

  /** Where the document that is being read begins; {@code beginLine} is the line. */
  private int begin;

  private int line = 1;
  private int beginLine = 1;

  /** Where the text of that document begins; -1 while only comments and directives were seen. */
  private int text = -1;

  private int textLine = 1;
  private boolean directives;

  private DocumentStream(byte[] bytes) {
    this.bytes = bytes;
  }

  static DocumentStream split(byte[] bytes) {
    var split = new DocumentStream(bytes);
    if (bytes.length > 0 && isWithoutMarkers(bytes)) {
      split.documents.add(new Document(NOTHING, bytes, 1));
    } else {
      split.lines();
    }
    return split;
  }

  /** Whether no line begins with a marker, a directive or perhaps a byte order mark. */
  private static boolean isWithoutMarkers(byte[] bytes) {
    for (int at = 0; at < bytes.length; at = ByteLines.next(bytes, at)) {
      if (bytes[at] < 0
          || bytes[at] == '%'
          || ByteLines.isMarker(bytes, at, '-')
          || ByteLines.isMarker(bytes, at, '.')) {
        return false;
      }
    }
    return true;
  }

  /** Returns the byte order mark and the comments above the first {@code ---}. */
  byte[] head() {
    return range(0, head);
  }

  /** Returns the comments above the first {@code ---}, without the byte order mark. */
  byte[] comments() {
    int from = isMark(0) ? 3 : 0;
    return range(from, head);
  }

  List<Document> documents() {
    return documents;
  }

  /** Whether the text is one document, without a line that would end another document. */
  boolean isSingleDocument() {
    return head == 0 && documents.size() == 1 && documents.getFirst().separator().length == 0;
  }

  private void lines() {
    head = isMark(0) ? 3 : 0;
    begin = head;
    for (int at = begin; at < bytes.length; line++) {
      int end = ByteLines.next(bytes, at);
      line(at, end);
      at = end;
    }
    if (begin < bytes.length) {
      finish(bytes.length, line);
    }
  }

  private void line(int at, int end) {
    int first = isMark(at) ? at + 3 : at;
    if (ByteLines.isMarker(bytes, first, '-')) {
      if (text >= 0) {
        finish(at, line);
      }
      open(at, ByteLines.isBlankOrComment(bytes, first + 3, end));
    } else if (text >= 0 && ByteLines.isMarker(bytes, first, '.')) {
      finish(end, line + 1);
    } else if (text < 0 && bytes[at] == '%') {
      directives = true;
    } else if (text < 0 && !ByteLines.isBlankOrComment(bytes, first, end)) {
      text = begin;
      textLine = beginLine;
    }
  }

  private void open(int marker, boolean bare) {
    boolean separates = bare && !directives;
    if (separates && documents.isEmpty()) {
      head = marker;
      begin = marker;
    }
    text = separates ? ByteLines.next(bytes, marker) : begin;
    textLine = separates ? line + 1 : beginLine;
  }

  private void finish(int end, int nextLine) {
    if (text < 0) {
      text = begin;
      textLine = beginLine;
    }
    documents.add(new Document(range(begin, text), range(text, end), textLine));
    begin = end;
    beginLine = nextLine;
    text = -1;
    directives = false;
  }

  private boolean isMark(int at) {
    return at + 2 < bytes.length
        && bytes[at] == (byte) 0xEF
        && bytes[at + 1] == (byte) 0xBB
        && bytes[at + 2] == (byte) 0xBF;
  }

  private byte[] range(int from, int to) {
    if (from == to) {
      return NOTHING;
    }
    return to - from == bytes.length ? bytes : Arrays.copyOfRange(bytes, from, to);
  }
}
