package dev.kiln.yaml.read;

import dev.kiln.yaml.node.CoreTags;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.ScalarDecoder;
import dev.kiln.yaml.table.TextLines;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads tags and the directives that declare their handles. */
final class TagParser {
  private static final String URI_SYMBOLS = "-#;/?:@&=+$,_.!~*'()[]%";

  private final Scanner in;
  private Map<String, String> handles = Map.of();
  private boolean hasVersion;

  TagParser(Scanner in) {
    this.in = in;
  }

  /** Forgets the handles of a document that ended. */
  void reset() {
    handles = Map.of();
    hasVersion = false;
  }

  /** Takes over the handles that the document of a node declares. */
  void inheritHandles(YamlSource origin, int node) {
    int from = 0;
    int root = origin.root();
    for (var document : origin.documents()) {
      if (document.root() > root && document.root() <= node) {
        from = origin.end(root);
        root = document.root();
      }
    }
    byte[] bytes = origin.bytes;
    while (from < origin.propsStart(root)) {
      int end = TextLines.lineEnd(bytes, from);
      var words =
          directiveWords(bytes, TextLines.isByteOrderMark(bytes, from) ? from + 3 : from, end);
      if (words[0].equals("%TAG") && words.length == 3) {
        handles = handles.isEmpty() ? new HashMap<>() : handles;
        handles.put(words[1], words[2]);
      }
      from = TextLines.afterBreak(bytes, end);
    }
  }

  /** The words of a directive, without a comment. */
  private static String[] directiveWords(byte[] bytes, int start, int end) {
    var line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    return line.replaceFirst("(^|[ \\t])#.*", "").strip().split("[ \\t]+", -1);
  }

  /** Reads the directives before a document, if there are any. */
  boolean readDirectives() {
    boolean any = false;
    while (!in.isAtEnd() && in.at == in.lineStart && in.bytes[in.at] == '%') {
      readDirective();
      any = true;
    }
    return any;
  }

  private void readDirective() {
    int start = in.at;
    int end = TextLines.lineEnd(in.bytes, start);
    var words = directiveWords(in.bytes, start, end);
    switch (words[0]) {
      case "%YAML" -> {
        if (hasVersion || words.length != 2 || !words[1].matches("1\\.\\d+")) {
          throw in.error(
              start,
              hasVersion
                  ? "a second %YAML directive"
                  : "found " + String.join(" ", words) + " (expected: %YAML 1.2 or 1.1)");
        }
        hasVersion = true;
      }
      case "%TAG" -> {
        if (words.length != 3 || !words[1].matches("!|!!|![0-9A-Za-z-]+!")) {
          throw in.error(start, "expected %TAG !handle! prefix");
        }
        if (handles.isEmpty()) {
          handles = new HashMap<>();
        }
        if (handles.put(words[1], words[2]) != null) {
          throw in.error(start, "a second %TAG directive for " + words[1]);
        }
      }
      default -> {
        // other directives are reserved, and readers ignore them
      }
    }
    in.at = end;
    in.skipToContent();
  }

  /** Reads the tag at {@code !} and resolves its handle. */
  String readTag() {
    byte[] b = in.bytes;
    int start = in.at;
    if (start + 1 < in.size && b[start + 1] == '<') {
      return readVerbatimTag(start);
    }
    int p = start + 1;
    int handleEnd = -1;
    while (p < in.size && !Scanner.isOfClass(Scanner.BLANK | Scanner.FLOW_INDICATOR, b[p])) {
      if (b[p] == '!' && handleEnd < 0) {
        handleEnd = p + 1;
      } else if (b[p] == '!' || b[p] < 0 || !isUriCharacter(b[p])) {
        throw in.error(p, "a tag cannot hold " + in.characterAt(p));
      }
      p++;
    }
    in.at = p;
    if (p < in.size
        && Scanner.isOfClass(Scanner.FLOW_INDICATOR, b[p])
        && b[p] != ','
        && b[p] != ']'
        && b[p] != '}') {
      throw in.error(p, "a tag needs a blank after it");
    }
    if (handleEnd < 0) {
      if (p == start + 1) {
        return "!";
      }
      return handles.getOrDefault("!", "!") + decodePercent(start + 1, p);
    }
    var handle = new String(b, start, handleEnd - start, StandardCharsets.UTF_8);
    var prefix = handles.get(handle);
    if (prefix == null && handle.equals("!!")) {
      prefix = CoreTags.PREFIX;
    }
    if (prefix == null) {
      throw in.error(
          start, "a tag with the handle " + handle + ", which no %TAG directive declares");
    }
    if (p == handleEnd) {
      throw in.error(start, "a tag without a name behind " + handle);
    }
    return prefix + decodePercent(handleEnd, p);
  }

  private String readVerbatimTag(int start) {
    int p = start + 2;
    while (p < in.size && in.bytes[p] != '>' && !in.isBlankOrEnd(p)) {
      p++;
    }
    if (p == start + 2 || p >= in.size || in.bytes[p] != '>') {
      throw in.error(start, "expected a tag of the form !<...>");
    }
    in.at = p + 1;
    if (!in.isBlankOrFlowIndicator(p + 1)) {
      throw in.error(p + 1, "a tag needs a blank after it");
    }
    return decodePercent(start + 2, p);
  }

  private static boolean isUriCharacter(byte b) {
    return Character.isLetterOrDigit(b) || URI_SYMBOLS.indexOf(b) >= 0;
  }

  private String decodePercent(int from, int to) {
    byte[] b = in.bytes;
    var text = new byte[to - from];
    int n = 0;
    for (int p = from; p < to; p++) {
      if (b[p] != '%') {
        text[n++] = b[p];
        continue;
      }
      if (p + 2 >= to || Character.digit(b[p + 1], 16) < 0 || Character.digit(b[p + 2], 16) < 0) {
        throw in.error(p, "a % in a tag needs two hexadecimal digits");
      }
      text[n++] = (byte) ScalarDecoder.parseHex(b, p + 1, 2);
      p += 2;
    }
    return new String(text, 0, n, StandardCharsets.UTF_8);
  }
}
