package dev.kiln.yaml.node;

import dev.kiln.yaml.table.NodeKind;

/** Finds the type of a node from its style, its tag and its plain text. */
final class TypeResolver {
  private TypeResolver() {}

  static Node.Type typeOf(YamlSource source, int i) {
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
    return taggedType(source, i, tag);
  }

  private static Node.Type taggedType(YamlSource source, int i, String tag) {
    var plain = PlainScalars.type(source.text(i));
    var wanted =
        switch (tag) {
          case CoreTags.PREFIX + "int" -> Node.Type.INTEGER;
          case CoreTags.PREFIX + "float" -> Node.Type.FLOAT;
          case CoreTags.PREFIX + "bool" -> Node.Type.BOOLEAN;
          case CoreTags.PREFIX + "null" -> Node.Type.NULL;
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
              + tag.substring(CoreTags.PREFIX.length())
              + " does not fit "
              + source.text(i));
    }
    return wanted;
  }
}
