package dev.kiln.yaml.read;

import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeProperties;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.YamlLimits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads scalars, aliases, anchors and tags in block and flow context, and adds them to the table.
 */
final class LeafParser {
  private final Scanner in;
  private NodeTable out = NodeTable.NONE;
  private @Nullable TagParser tags;
  private boolean fragment;

  /** The source of a fragment. Its document declares the tag handles. */
  private @Nullable YamlSource origin;

  private int originNode;

  /** The position after the last complete node or property. */
  int lastEnd;

  LeafParser(Scanner in) {
    this.in = in;
  }

  void begin(NodeTable table, boolean isFragment) {
    out = table;
    fragment = isFragment;
    tags = null;
    origin = null;
    lastEnd = 0;
  }

  void cutFrom(YamlSource source, int node) {
    origin = source;
    originNode = node;
  }

  /** The tag parser, created on first use. */
  TagParser tags() {
    if (tags == null) {
      tags = new TagParser(in);
      if (origin != null) {
        tags.inherit(origin, originNode);
      }
    }
    return tags;
  }

  /** Reads a scalar or alias up to the position where the colon of a key would be. */
  void scalarStart(byte c, int start) {
    if (Scanner.is(Scanner.FIRST, c) || (c == '-' || c == '?' || c == ':')) {
      in.coded = false;
      in.plainInBlock();
    } else if (c == '"' || c == '\'') {
      in.quoted();
    } else if (c == '*') {
      in.name();
      in.end = in.at;
    } else {
      throw in.error(start, "a value cannot begin with " + (char) c + " (put it in quotes)");
    }
  }

  int emit(byte c, int start, @Nullable NodeProperties props) {
    int end = in.end;
    int node;
    if (c == '*') {
      if (props != null) {
        throw in.error(start, "an alias can have neither anchor nor tag");
      }
      node = out.scalar(NodeKind.ALIAS, start, end, false, start);
      resolve(node, start, end);
    } else {
      int kind = NodeKind.of(c);
      node = out.scalar(kind, start, end, in.coded, start);
      out.attach(props, node);
    }
    lastEnd = end;
    return node;
  }

  private void resolve(int node, int start, int end) {
    var name = new String(in.bytes, start + 1, end - start - 1, StandardCharsets.UTF_8);
    var anchored = out.anchored(name);
    if (anchored == null) {
      if (!fragment) {
        throw in.error(start, "an alias *" + name + " without an anchor &" + name + " before it");
      }
      out.alias(node, -1);
    } else if (out.isOpen(anchored.node)) {
      throw in.error(start, "an alias *" + name + " inside what it stands for");
    } else {
      out.alias(node, anchored.node);
    }
  }

  void missing(int place) {
    out.scalar(NodeKind.PLAIN, place, place, false, place);
    lastEnd = place;
  }

  /** Refuses a long key without {@code ?}; such a key must be short. */
  void checkLength(int start, int colon) {
    if (colon - start > YamlLimits.MAX_KEY_BYTES) {
      throw in.error(
          start, "a key of more than " + YamlLimits.MAX_KEY_BYTES + " bytes needs ? before it");
    }
  }

  NodeProperties property(@Nullable NodeProperties before) {
    var props = before == null ? new NodeProperties() : before;
    int start = in.at;
    if (in.bytes[start] == '&') {
      if (props.anchor != null) {
        throw in.error(start, "a second anchor for one value");
      }
      props.anchor = in.name();
    } else {
      if (props.tag != null) {
        throw in.error(start, "a second tag for one value");
      }
      props.tag = tags().read();
    }
    if (props.start < 0) {
      props.start = start;
    }
    props.end = in.at;
    lastEnd = in.at;
    return props;
  }

  @Nullable NodeProperties combine(@Nullable NodeProperties outer, @Nullable NodeProperties inner) {
    if (outer == null || inner == null) {
      return outer == null ? inner : outer;
    }
    if (outer.anchor != null && inner.anchor != null) {
      throw in.error(inner.start, "a second anchor for one value");
    }
    if (outer.tag != null && inner.tag != null) {
      throw in.error(inner.start, "a second tag for one value");
    }
    inner.start = outer.start;
    inner.anchor = inner.anchor == null ? outer.anchor : inner.anchor;
    inner.tag = inner.tag == null ? outer.tag : inner.tag;
    return inner;
  }
}
