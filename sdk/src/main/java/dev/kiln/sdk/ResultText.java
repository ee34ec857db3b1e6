package dev.kiln.sdk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes results as the items of a block list, in the layout of {@link Yaml#of}. It makes neither
 * maps nor nodes, because a function may add a result for each field of each item.
 *
 * <p>Plain words are copied. {@link Yaml#of} writes and checks all other texts.
 */
final class ResultText {
  private static final byte[] MESSAGE = ascii("- message: ");
  private static final byte[] SEVERITY = ascii("  severity: ");
  private static final byte[] RESOURCE_REF = ascii("  resourceRef:\n");
  private static final byte[] API_VERSION = ascii("    apiVersion: ");
  private static final byte[] KIND = ascii("    kind: ");
  private static final byte[] NAMESPACE = ascii("    namespace: ");
  private static final byte[] NAME = ascii("    name: ");
  private static final byte[] FIELD = ascii("  field:\n");
  private static final byte[] PATH = ascii("    path: ");
  private static final byte[] CURRENT_VALUE = ascii("    currentValue: ");
  private static final byte[] FILE = ascii("  file:\n");
  private static final byte[] INDEX = ascii("    index: ");
  private static final byte[] LINE_BREAK = {'\n'};

  /** Longer than all words that some reader takes for a boolean, a null or a number. */
  private static final int SHORTEST_PLAIN = 6;

  private final int column;
  private final boolean manyProposedValues;

  /** Texts that were written lately, each in the slot of its hash. */
  private final @Nullable String[] recentTexts = new @Nullable String[256];

  /** The bytes that stand for these texts. */
  private final byte[][] recentBytes = new byte[recentTexts.length][];

  private byte[] bytes = new byte[4096];
  private int size;

  private ResultText(int column, boolean manyProposedValues) {
    this.column = column;
    this.manyProposedValues = manyProposedValues;
  }

  /**
   * Writes results as whole lines.
   *
   * @param column the column of the dashes, from 0
   * @param manyProposedValues as for {@link ResultWriter}
   * @return null if a result has lists or texts of several lines, and the layout around the dashes
   *     does not show how to indent them
   */
  static byte @Nullable [] write(List<Result> results, int column, boolean manyProposedValues) {
    var text = new ResultText(column, manyProposedValues);
    for (Result result : results) {
      if (!text.add(result)) {
        return null;
      }
    }
    return Arrays.copyOf(text.bytes, text.size);
  }

  private boolean add(Result result) {
    int start = size;
    if (addLines(result)) {
      return true;
    }
    size = start;
    return column == 0
        && addBytes(Yaml.of(List.of(ResultWriter.write(result, manyProposedValues))).bytes());
  }

  /** Returns false if {@link Yaml#of} must write the whole result. */
  private boolean addLines(Result result) {
    return result.tags().isEmpty()
        && addLine(MESSAGE, result.message())
        && addLine(SEVERITY, result.severity().text())
        && addReference(result.resourceRef())
        && addField(result.field())
        && addFile(result.file());
  }

  private boolean addReference(@Nullable ResourceRef ref) {
    return ref == null
        || (addKey(RESOURCE_REF)
            && addLine(API_VERSION, ref.apiVersion())
            && addLine(KIND, ref.kind())
            && (ref.namespace() == null || addLine(NAMESPACE, ref.namespace()))
            && addLine(NAME, ref.name()));
  }

  private boolean addField(Result.@Nullable Field field) {
    return field == null
        || (field.proposedValues().isEmpty()
            && addKey(FIELD)
            && addLine(PATH, field.path())
            && (field.currentValue() == null || addCurrentValue(field.currentValue())));
  }

  private boolean addCurrentValue(Object value) {
    Object known = value instanceof Node node ? node.value() : value;
    if (known instanceof String text) {
      return addLine(CURRENT_VALUE, text);
    }
    return (known instanceof Long || known instanceof Integer || known instanceof Boolean)
        && addLine(CURRENT_VALUE, known);
  }

  private boolean addFile(@Nullable FileRef file) {
    return file == null
        || (addKey(FILE)
            && addLine(PATH, file.path())
            && (file.index() == 0 || addLine(INDEX, file.index())));
  }

  private boolean addLine(byte[] key, String text) {
    return addKey(key) && addText(text) && addBytes(LINE_BREAK);
  }

  private boolean addLine(byte[] key, Object word) {
    return addKey(key) && addBytes(ascii(word.toString())) && addBytes(LINE_BREAK);
  }

  private boolean addKey(byte[] key) {
    ensureCapacity(column + key.length);
    Arrays.fill(bytes, size, size + column, (byte) ' ');
    size += column;
    return addBytes(key);
  }

  /** Returns false if the text may need several lines. */
  private boolean addText(String text) {
    if (addPlain(text)) {
      return true;
    }
    if (text.indexOf('\n') >= 0) {
      return false;
    }
    int slot = text.hashCode() & recentTexts.length - 1;
    if (!text.equals(recentTexts[slot])) {
      byte[] line = Yaml.of(SurrogateRepair.repair(text)).bytes();
      recentTexts[slot] = text;
      recentBytes[slot] = Arrays.copyOf(line, line.length - 1);
    }
    return addBytes(recentBytes[slot]);
  }

  /**
   * Adds a text that every reader reads as itself: it begins with a letter, is longer than the
   * words that have a meaning, and has nothing that could end a plain scalar.
   */
  private boolean addPlain(String text) {
    int length = text.length();
    if (length < SHORTEST_PLAIN || !isLetter(text.charAt(0)) || text.charAt(length - 1) == ' ') {
      return false;
    }
    ensureCapacity(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == ':' || c == '#') {
        return false;
      }
      bytes[size + i] = (byte) c;
    }
    size += length;
    return true;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private boolean addBytes(byte[] more) {
    ensureCapacity(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
    return true;
  }

  private void ensureCapacity(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), size + (size >> 1)));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
