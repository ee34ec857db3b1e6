package dev.kiln.yaml;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.write.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and makes YAML text, of which JSON is a part. */
public final class Yaml {
  private Yaml() {}

  /**
   * The one document of a text; a text without any is a null.
   *
   * @param bytes not copied: they must not change any more
   * @throws BadYaml if the text is malformed, not UTF-8, nested too deep, or has a second document
   */
  public static Node parse(byte[] bytes) {
    var source = YamlSource.parseOne(bytes);
    source.check();
    return new Node(source, source.root(), -1);
  }

  public static Node parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Every document of a text. */
  public static List<Node> parseAll(byte[] bytes) {
    var source = YamlSource.parse(bytes);
    source.check();
    var nodes = new ArrayList<Node>();
    for (var document : source.documents()) {
      nodes.add(new Node(source, document.root(), -1));
    }
    return nodes;
  }

  /**
   * A new tree: of a Map, List, String, Number, Boolean, null, {@link Node} or {@link #plain}, in
   * block style.
   */
  public static Node of(@Nullable Object value) {
    return Edit.fresh(value);
  }

  /**
   * A scalar that is written exactly so, such as {@code 8080} or {@code 1.20}.
   *
   * @throws IllegalArgumentException if the text would not be one plain scalar
   */
  public static Object plain(String text) {
    return new PlainText(text);
  }
}
