package dev.kiln.yaml;

/** The type of a node: its style and tag, and what plain text means. */
final class Types {
  private Types() {}

  static Node.Type of(Source source, int i) {
    int kind = source.kind(i);
    if (Kind.isCollection(kind)) {
      return Kind.isMap(kind) ? Node.Type.MAP : Node.Type.LIST;
    }
    var tag = source.table.props == null ? null : source.tag(i);
    if (tag == null) {
      return kind == Kind.PLAIN
          ? Scalars.type(source.bytes, source.start(i), source.end(i))
          : Node.Type.STRING;
    }
    return tagged(source, i, tag);
  }

  private static Node.Type tagged(Source source, int i, String tag) {
    var plain = Scalars.type(source.text(i));
    var wanted =
        switch (tag) {
          case Tags.PREFIX + "int" -> Node.Type.INTEGER;
          case Tags.PREFIX + "float" -> Node.Type.FLOAT;
          case Tags.PREFIX + "bool" -> Node.Type.BOOLEAN;
          case Tags.PREFIX + "null" -> Node.Type.NULL;
          default -> Node.Type.STRING;
        };
    boolean fits =
        wanted == Node.Type.STRING
            || wanted == plain
            || (wanted == Node.Type.FLOAT && plain == Node.Type.INTEGER);
    if (!fits) {
      throw source.error(
          source.propsStart(i),
          "the tag !!" + tag.substring(Tags.PREFIX.length()) + " does not fit " + source.text(i));
    }
    return wanted;
  }
}
