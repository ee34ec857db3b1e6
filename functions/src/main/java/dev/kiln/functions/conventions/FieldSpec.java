package dev.kiln.functions.conventions;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Default;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names a field of the items of some group, version and kind the way kustomize's configuration
 * does: {@code spec/images[]/image}. Lists on the way are walked whether the path says {@code []}
 * or not, and {@code \/} is a slash inside a key.
 *
 * @param group the group of the items, any if empty
 * @param version their version, any if empty
 * @param kind their kind, any if empty
 * @param path the keys to the field, with a slash between them
 * @param create whether a field that is missing is one to make
 */
public record FieldSpec(
    @Default("") String group,
    @Default("") String version,
    @Default("") String kind,
    String path,
    @Default("false") boolean create) {
  private static final String LIST = "[]";

  /** Refuses a path with an empty key. */
  public FieldSpec {
    BadInput.unless(!keys(path).contains(""), "path", path, "keys with a slash between them");
  }

  /** A field that every item may have and that is not made where it is missing. */
  public static FieldSpec of(String path) {
    return new FieldSpec("", "", "", path, false);
  }

  /** Whether the field is one of this item's, by its group, version and kind. */
  public boolean selects(Resource item) {
    return (kind.isEmpty() || kind.equals(item.kind()))
        && (group.isEmpty() || group.equals(item.group()))
        && (version.isEmpty() || version.equals(item.version()));
  }

  /** The places in an item that the path leads to, in document order. */
  public Places in(Node item) {
    return new Walk(keys(path), create).from(item);
  }

  /**
   * The places in an item, none if the field is not one of its. A scalar where the path needs a map
   * is an error result.
   */
  public Stream<Place> of(Resource item, Call call) {
    if (!selects(item)) {
      return Stream.empty();
    }
    Places places = in(item.node());
    places.blocked().forEach(place -> place.refuse("a map or a list", item, call));
    return places.found().stream();
  }

  private static List<String> keys(String path) {
    var keys = new ArrayList<String>();
    int start = 0;
    for (int i = 0; i <= path.length(); i++) {
      boolean end =
          i == path.length() || (path.charAt(i) == '/' && (i == 0 || path.charAt(i - 1) != '\\'));
      if (end) {
        keys.add(path.substring(start, i).replace("\\/", "/"));
        start = i + 1;
      }
    }
    return keys;
  }

  /**
   * One walk along the keys; its stack is its own, so that no depth of lists can overflow the
   * thread's.
   */
  private static final class Walk {
    private final List<String> keys;
    private final boolean create;
    private final List<Place> found = new ArrayList<>();
    private final List<Place> blocked = new ArrayList<>();
    private final Deque<Visit> open = new ArrayDeque<>();

    private record Visit(Path path, Node node, int depth) {}

    Walk(List<String> keys, boolean create) {
      this.keys = keys;
      this.create = create;
    }

    Places from(Node root) {
      open.push(new Visit(Path.of(""), root, 0));
      while (!open.isEmpty()) {
        visit(open.pop());
      }
      return new Places(List.copyOf(found), List.copyOf(blocked));
    }

    private void visit(Visit at) {
      if (at.depth == keys.size()) {
        found.add(new Place(at.path, at.node));
        return;
      }
      switch (at.node.type()) {
        case MAP -> enter(at);
        case LIST -> spread(at);
        case NULL -> missing(at);
        case STRING, INTEGER, FLOAT, BOOLEAN -> blocked.add(new Place(at.path, at.node));
      }
    }

    private void enter(Visit at) {
      String key = key(at.depth);
      Node value = at.node.at(key);
      if (value == null) {
        missing(at);
      } else {
        open.push(new Visit(at.path.key(key), value, at.depth + 1));
      }
    }

    private void spread(Visit at) {
      List<Node> items = at.node.items();
      for (int i = items.size() - 1; i >= 0; i--) {
        open.push(new Visit(at.path.index(i), items.get(i), at.depth));
      }
    }

    private void missing(Visit at) {
      if (create && keys.stream().skip(at.depth).noneMatch(key -> key.endsWith(LIST))) {
        Path path = at.path;
        for (int depth = at.depth; depth < keys.size(); depth++) {
          path = path.key(key(depth));
        }
        found.add(new Place(path, null));
      }
    }

    private String key(int depth) {
      String key = keys.get(depth);
      return key.endsWith(LIST) ? key.substring(0, key.length() - LIST.length()) : key;
    }
  }
}
