package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a list in which some items changed. It copies all text once and scans nothing, which makes
 * it the fast way to write many items.
 */
final class ItemSplicer {
  private final YamlSource source;
  private final int list;
  private final int[] oldItems;
  private final List<Node> items;
  private final int begin;
  private final int end;

  private ItemSplicer(Draft draft, int list, List<Node> items) {
    this.source = draft.source;
    this.list = list;
    this.oldItems = draft.source.items(list);
    this.items = items;
    this.begin = draft.begin();
    this.end = draft.end();
  }

  /**
   * The text of a draft's root with other items in one of its lists. Each item must be the present
   * one or an edited form of it. Null if only an edit can write the items.
   */
  static byte @Nullable [] splice(Draft draft, @Nullable Node list, List<Node> items) {
    var source = draft.source;
    if (list == null
        || source.kind(YamlSource.index(list)) == NodeKind.ALIAS
        || YamlSource.of(list) != source
        || !list.isList()
        || source.count(YamlSource.index(list)) != items.size()) {
      return null;
    }
    return new ItemSplicer(draft, YamlSource.index(list), items).splice();
  }

  private byte @Nullable [] splice() {
    long size = (long) end - begin;
    for (int i = 0; i < oldItems.length; i++) {
      var item = items.get(i);
      if (isUnchanged(i)) {
        continue;
      }
      if (!canReplace(item, oldItems[i])) {
        return null;
      }
      size +=
          YamlSource.of(item).bytes.length
              - (Draft.fragmentEnd(source, oldItems[i]) - source.propsStart(oldItems[i]));
    }
    return source.hasAliases() && !keepsAliasTargets() ? null : write(Math.toIntExact(size));
  }

  private boolean isUnchanged(int i) {
    return YamlSource.of(items.get(i)) == source && YamlSource.index(items.get(i)) == oldItems[i];
  }

  /**
   * Whether an item is a fragment that was cut out here, perhaps edited since, with the same kind
   * of end and still in flow or in block style.
   */
  private boolean canReplace(Node item, int oldItem) {
    var from = YamlSource.of(item);
    int oldEnd = Draft.fragmentEnd(source, oldItem);
    boolean sameEnd =
        from.bytes.length > 0
            && TextLines.isBreak(from.bytes[from.bytes.length - 1])
                == TextLines.isBreak(source.bytes[oldEnd - 1]);
    return from.isWholeText(YamlSource.index(item))
        && from.origin == source
        && from.originNode == oldItem
        && sameEnd
        && NodeKind.isFlow(from.kind(YamlSource.index(item)))
            == NodeKind.isFlow(source.kind(oldItem));
  }

  private byte[] write(int size) {
    var result = new byte[size];
    int from = begin;
    int at = 0;
    for (int i = 0; i < oldItems.length; i++) {
      if (isUnchanged(i)) {
        continue;
      }
      int start = source.propsStart(oldItems[i]);
      System.arraycopy(source.bytes, from, result, at, start - from);
      at += start - from;
      byte[] item = YamlSource.of(items.get(i)).bytes;
      System.arraycopy(item, 0, result, at, item.length);
      at += item.length;
      from = Draft.fragmentEnd(source, oldItems[i]);
    }
    System.arraycopy(source.bytes, from, result, at, end - from);
    return result;
  }

  /** Whether every alias from outside an item still refers to the same value inside it. */
  private boolean keepsAliasTargets() {
    for (int k = 0; k < source.table.aliasCount; k++) {
      int target = source.table.aliasTarget(k);
      int targetItem = itemIndexOf(target);
      boolean inside = targetItem >= 0 && targetItem == itemIndexOf(source.table.aliasNode(k));
      if (targetItem >= 0
          && !inside
          && !isUnchanged(targetItem)
          && !keepsAnchoredValue(items.get(targetItem), target)) {
        return false;
      }
    }
    return true;
  }

  private int itemIndexOf(int node) {
    if (node < list || node >= source.afterSubtree(list)) {
      return -1;
    }
    int at = java.util.Arrays.binarySearch(oldItems, node);
    return at >= 0 ? at : -at - 2;
  }

  private boolean keepsAnchoredValue(Node item, int target) {
    var name = source.anchor(target);
    var changed = YamlSource.of(item);
    var props = changed.table.props;
    int found = -1;
    if (props != null) {
      for (var each : props) {
        found = name != null && name.equals(each.anchor) ? each.node : found;
      }
    }
    return found >= 0 && changed.node(found).hasSameValueAs(source.node(target));
  }
}
