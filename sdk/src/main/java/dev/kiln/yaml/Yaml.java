package dev.kiln.yaml;

import dev.kiln.yaml.edit.TextEditor;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.write.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes YAML text. JSON is a subset of YAML. */
public final class Yaml {
  private Yaml() {}

  /**
   * Reads a text with one document. A text without a document reads as null.
   *
   * @param bytes not copied, so they must not change afterwards
   * @throws BadYaml if the text is malformed, not UTF-8, nested too deep, or has a second document
   */
  public static Node parse(byte[] bytes) {
    var source = TextEditor.read(bytes);
    source.check();
    return source.node(source.root());
  }

  public static Node parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads every document of a text. */
  public static List<Node> parseAll(byte[] bytes) {
    var source = TextEditor.readAll(bytes);
    source.check();
    var nodes = new ArrayList<Node>();
    for (var document : source.documents()) {
      nodes.add(source.node(document.root()));
    }
    return nodes;
  }

  /**
   * Makes a new tree in block style from a Map, List, String, Number, Boolean, null, {@link Node}
   * or {@link #plain}.
   */
  public static Node of(@Nullable Object value) {
    return TextEditor.create(value);
  }

  /**
   * A scalar that is written exactly as {@code text}, such as {@code 8080} or {@code 1.20}.
   *
   * @throws IllegalArgumentException if the text would not be one plain scalar
   */
  public static Object plain(String text) {
    return new PlainText(text);
  }
}
