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
  private static final String URI = "-#;/?:@&=+$,_.!~*'()[]%";

  private final Scanner in;
  private Map<String, String> handles = Map.of();
  private boolean version;

  TagParser(Scanner in) {
    this.in = in;
  }

  /** Forgets the handles of a document that ended. */
  void reset() {
    handles = Map.of();
    version = false;
  }

  /** Takes over the handles that the document of a node declares. */
  void inherit(YamlSource origin, int node) {
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
      int end = TextLines.end(bytes, from);
      var words = words(bytes, TextLines.isMark(bytes, from) ? from + 3 : from, end);
      if (words[0].equals("%TAG") && words.length == 3) {
        handles = handles.isEmpty() ? new HashMap<>() : handles;
        handles.put(words[1], words[2]);
      }
      from = TextLines.behindBreak(bytes, end);
    }
  }

  /** The words of a directive, without a comment. */
  private static String[] words(byte[] bytes, int start, int end) {
    var line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    return line.replaceFirst("(^|[ \\t])#.*", "").strip().split("[ \\t]+", -1);
  }

  /** Reads the directives before a document, if there are any. */
  boolean directives() {
    boolean any = false;
    while (!in.ended() && in.at == in.lineStart && in.bytes[in.at] == '%') {
      directive();
      any = true;
    }
    return any;
  }

  private void directive() {
    int start = in.at;
    int end = TextLines.end(in.bytes, start);
    var words = words(in.bytes, start, end);
    switch (words[0]) {
      case "%YAML" -> {
        if (version || words.length != 2 || !words[1].matches("1\\.\\d+")) {
          throw in.error(
              start,
              version
                  ? "a second %YAML directive"
                  : "found " + String.join(" ", words) + " (expected: %YAML 1.2 or 1.1)");
        }
        version = true;
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
    in.skip();
  }

  /** Reads the tag at {@code !} and resolves its handle. */
  String read() {
    byte[] b = in.bytes;
    int start = in.at;
    if (start + 1 < in.size && b[start + 1] == '<') {
      return verbatim(start);
    }
    int p = start + 1;
    int handleEnd = -1;
    while (p < in.size && !Scanner.is(Scanner.BLANK | Scanner.FLOW, b[p])) {
      if (b[p] == '!' && handleEnd < 0) {
        handleEnd = p + 1;
      } else if (b[p] == '!' || b[p] < 0 || !uri(b[p])) {
        throw in.error(p, "a tag cannot hold " + in.character(p));
      }
      p++;
    }
    in.at = p;
    if (p < in.size
        && Scanner.is(Scanner.FLOW, b[p])
        && b[p] != ','
        && b[p] != ']'
        && b[p] != '}') {
      throw in.error(p, "a tag needs a blank after it");
    }
    if (handleEnd < 0) {
      if (p == start + 1) {
        return "!";
      }
      return handles.getOrDefault("!", "!") + decoded(start + 1, p);
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
    return prefix + decoded(handleEnd, p);
  }

  private String verbatim(int start) {
    int p = start + 2;
    while (p < in.size && in.bytes[p] != '>' && !in.blank(p)) {
      p++;
    }
    if (p == start + 2 || p >= in.size || in.bytes[p] != '>') {
      throw in.error(start, "expected a tag of the form !<...>");
    }
    in.at = p + 1;
    if (!in.blankOrFlow(p + 1)) {
      throw in.error(p + 1, "a tag needs a blank after it");
    }
    return decoded(start + 2, p);
  }

  private static boolean uri(byte b) {
    return Character.isLetterOrDigit(b) || URI.indexOf(b) >= 0;
  }

  private String decoded(int from, int to) {
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
      text[n++] = (byte) ScalarDecoder.hex(b, p + 1, 2);
      p += 2;
    }
    return new String(text, 0, n, StandardCharsets.UTF_8);
  }
}
