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
  private NodeTable out = NodeTable.EMPTY;
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

  void setOrigin(YamlSource source, int node) {
    origin = source;
    originNode = node;
  }

  /** The tag parser, created on first use. */
  TagParser tagParser() {
    if (tags == null) {
      tags = new TagParser(in);
      if (origin != null) {
        tags.inheritHandles(origin, originNode);
      }
    }
    return tags;
  }

  /** Reads a scalar or alias up to the position where the colon of a key would be. */
  void readScalarStart(byte c, int start) {
    if (Scanner.isOfClass(Scanner.PLAIN_START, c) || (c == '-' || c == '?' || c == ':')) {
      in.needsDecoding = false;
      in.readPlainInBlock();
    } else if (c == '"' || c == '\'') {
      in.readQuoted();
    } else if (c == '*') {
      in.readName();
      in.end = in.at;
    } else {
      throw in.error(start, "a value cannot begin with " + (char) c + " (put it in quotes)");
    }
  }

  int addLeaf(byte c, int start, @Nullable NodeProperties props) {
    int end = in.end;
    int node;
    if (c == '*') {
      if (props != null) {
        throw in.error(start, "an alias can have neither anchor nor tag");
      }
      node = out.addScalar(NodeKind.ALIAS, start, end, false, start);
      resolveAlias(node, start, end);
    } else {
      int kind = NodeKind.ofFirstByte(c);
      node = out.addScalar(kind, start, end, in.needsDecoding, start);
      out.attachProps(props, node);
    }
    lastEnd = end;
    return node;
  }

  private void resolveAlias(int node, int start, int end) {
    var name = new String(in.bytes, start + 1, end - start - 1, StandardCharsets.UTF_8);
    var anchored = out.propsOfAnchor(name);
    if (anchored == null) {
      if (!fragment) {
        throw in.error(start, "an alias *" + name + " without an anchor &" + name + " before it");
      }
      out.addAlias(node, -1);
    } else if (out.isOpen(anchored.node)) {
      throw in.error(start, "an alias *" + name + " inside what it stands for");
    } else {
      out.addAlias(node, anchored.node);
    }
  }

  void addNull(int place) {
    out.addScalar(NodeKind.PLAIN, place, place, false, place);
    lastEnd = place;
  }

  /** Refuses a long key without {@code ?}; such a key must be short. */
  void checkKeyLength(int start, int colon) {
    if (colon - start > YamlLimits.MAX_KEY_BYTES) {
      throw in.error(
          start, "a key of more than " + YamlLimits.MAX_KEY_BYTES + " bytes needs ? before it");
    }
  }

  NodeProperties readProperty(@Nullable NodeProperties existing) {
    var props = existing == null ? new NodeProperties() : existing;
    int start = in.at;
    if (in.bytes[start] == '&') {
      if (props.anchor != null) {
        throw in.error(start, "a second anchor for one value");
      }
      props.anchor = in.readName();
    } else {
      if (props.tag != null) {
        throw in.error(start, "a second tag for one value");
      }
      props.tag = tagParser().readTag();
    }
    if (props.start < 0) {
      props.start = start;
    }
    props.end = in.at;
    lastEnd = in.at;
    return props;
  }

  @Nullable NodeProperties combineProps(
      @Nullable NodeProperties outer, @Nullable NodeProperties inner) {
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
