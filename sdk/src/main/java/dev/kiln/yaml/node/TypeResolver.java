package dev.kiln.yaml.node;

import dev.kiln.yaml.read.TagParser;
import dev.kiln.yaml.table.NodeKind;

/** The type of a node: its style and tag, and what plain text means. */
public final class TypeResolver {
  private TypeResolver() {}

  public static Node.Type of(YamlSource source, int i) {
    int kind = source.kind(i);
    if (NodeKind.isCollection(kind)) {
      return NodeKind.isMap(kind) ? Node.Type.MAP : Node.Type.LIST;
    }
    var tag = source.table.props == null ? null : source.tag(i);
    if (tag == null) {
      return kind == NodeKind.PLAIN
          ? PlainScalars.type(source.bytes, source.start(i), source.end(i))
          : Node.Type.STRING;
    }
    return tagged(source, i, tag);
  }

  private static Node.Type tagged(YamlSource source, int i, String tag) {
    var plain = PlainScalars.type(source.text(i));
    var wanted =
        switch (tag) {
          case TagParser.PREFIX + "int" -> Node.Type.INTEGER;
          case TagParser.PREFIX + "float" -> Node.Type.FLOAT;
          case TagParser.PREFIX + "bool" -> Node.Type.BOOLEAN;
          case TagParser.PREFIX + "null" -> Node.Type.NULL;
          default -> Node.Type.STRING;
        };
    boolean fits =
        wanted == Node.Type.STRING
            || wanted == plain
            || (wanted == Node.Type.FLOAT && plain == Node.Type.INTEGER);
    if (!fits) {
      throw source.error(
          source.propsStart(i),
          "the tag !!"
              + tag.substring(TagParser.PREFIX.length())
              + " does not fit "
              + source.text(i));
    }
    return wanted;
  }
}
