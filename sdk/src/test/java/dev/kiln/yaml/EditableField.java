package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import dev.kiln.yaml.node.YamlSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document that an edit may change: its path, and the lines that are its own, first to
 * last. If it is removed, its comments and the commas around it may be removed as well; {@code
 * before} and {@code after} bound the lines of these.
 */
record EditableField(List<Object> steps, Node node, int first, int last, int before, int after) {

  /**
   * A random place with one meaning: under unique keys that are scalars, in a tree without aliases.
   */
  static Optional<EditableField> pick(Node root, Random random) {
    if (YamlSource.of(root).hasAliases()) {
      return Optional.empty();
    }
    List<EditableField> fields = new ArrayList<>();
    collect(root, List.of(), 0, fields);
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(fields.get(random.nextInt(fields.size())));
  }

  private static void collect(Node node, List<Object> steps, int head, List<EditableField> into) {
    List<Node> heads = new ArrayList<>(); // the keys, or the items themselves, come first
    List<Node> values = new ArrayList<>();
    List<Object> names = new ArrayList<>();
    for (Entry entry : unambiguous(node)) {
      heads.add(entry.key());
      values.add(entry.value());
      names.add(entry.name());
    }
    for (Node item : node.items()) {
      names.add(values.size());
      heads.add(item);
      values.add(item);
    }
    for (int i = 0; i < values.size(); i++) {
      int first = heads.get(i).line();
      int last = Math.max(first, lastLine(values.get(i)));
      int comma = node.style() == Style.FLOW ? 0 : 1;
      int start =
          values.size() == 1
              ? head
              : Math.min(head + 1, node.line()); // else the edit writes {} there
      int before = i == 0 ? start : lastLine(values.get(i - 1)) + comma;
      boolean ends = i + 1 == values.size();
      int after = i > 0 && comma > 0 ? last : ends ? lastLine(node) : heads.get(i + 1).line();
      List<Object> path = append(steps, names.get(i));
      int blank = afterBlankLines(node, after);
      into.add(
          new EditableField(path, values.get(i), first, last, Math.clamp(before, 1, first), blank));
      collect(values.get(i), path, node.isList() ? Math.clamp(before, 1, first) : first, into);
    }
  }

  private static List<Entry> unambiguous(Node node) {
    if (!node.isMap()) {
      return List.of();
    }
    Set<String> names = new HashSet<>();
    for (Entry entry : node.entries()) {
      if (!entry.key().isScalar() || !names.add(entry.name())) {
        return List.of();
      }
    }
    return node.entries();
  }

  /** Blank lines are removed as well if a block scalar before them would include them. */
  private static int afterBlankLines(Node node, int line) {
    String[] lines = new String(YamlSource.of(node).bytes, UTF_8).split("\n", -1);
    int behind = line;
    while (behind < lines.length && lines[behind].isBlank()) {
      behind++;
    }
    return behind;
  }

  private static int lastLine(Node node) {
    byte[] bytes = YamlSource.of(node).bytes;
    int line = 1;
    for (int i = 0; i < YamlSource.of(node).end(YamlSource.index(node)); i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  private static List<Object> append(List<Object> steps, Object step) {
    List<Object> longer = new ArrayList<>(steps);
    longer.add(step);
    return List.copyOf(longer);
  }

  /** Whether it has neither anchor nor tag. */
  boolean isBare() {
    return node.tag().isEmpty() && node.anchor().isEmpty();
  }

  Path path() {
    Path path = Path.of("");
    for (Object step : steps) {
      path = step instanceof Integer index ? path.index(index) : path.key((String) step);
    }
    return path;
  }

  /** The tree with this place changed. */
  @Nullable Object set(@Nullable Object tree, @Nullable Object value) {
    return changed(tree, 0, value, false);
  }

  /** The tree without this place. */
  @Nullable Object removed(@Nullable Object tree) {
    return changed(tree, 0, null, true);
  }

  private @Nullable Object changed(
      @Nullable Object tree, int depth, @Nullable Object value, boolean remove) {
    if (depth == steps.size()) {
      return value;
    }
    boolean leaf = remove && depth + 1 == steps.size();
    if (steps.get(depth) instanceof Integer index) {
      List<@Nullable Object> list = new ArrayList<>((List<?>) Objects.requireNonNull(tree));
      if (leaf) {
        list.remove((int) index);
      } else {
        list.set(index, changed(list.get(index), depth + 1, value, remove));
      }
      return list;
    }
    Map<Object, @Nullable Object> map =
        new LinkedHashMap<>((Map<?, ?>) Objects.requireNonNull(tree));
    Object key = steps.get(depth);
    if (leaf) {
      map.remove(key);
    } else {
      map.put(key, changed(map.get(key), depth + 1, value, remove));
    }
    return map;
  }
}
