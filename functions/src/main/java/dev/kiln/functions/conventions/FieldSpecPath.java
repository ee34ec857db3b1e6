package dev.kiln.functions.conventions;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The keys to a field, parsed once: {@code spec/images[]/image}. Lists on the path are followed
 * with or without {@code []}, and {@code \/} is a slash inside a key.
 */
public final class FieldSpecPath {
  private static final String LIST = "[]";
  private static final FieldLocations NONE = new FieldLocations(List.of(), List.of());

  private final List<String> keys;
  private final Path path;

  /** The depth from which missing parts may be created; beyond the last key if none may. */
  private final int createFromDepth;

  private FieldSpecPath(List<String> keys, int createFromDepth) {
    this.keys = keys;
    this.path = Path.keys(keys.toArray(String[]::new));
    this.createFromDepth = createFromDepth;
  }

  /** Returns a path whose field is not created where it is missing. */
  public static FieldSpecPath of(String path) {
    return of(path, false);
  }

  /**
   * Returns a path whose field is created where it is missing, if {@code create} is set and no list
   * is missing.
   */
  public static FieldSpecPath of(String path, boolean create) {
    List<String> keys = new ArrayList<>();
    int createFromDepth = 0;
    for (String key : split(path)) {
      boolean list = key.endsWith(LIST);
      keys.add(list ? key.substring(0, key.length() - LIST.length()) : key);
      createFromDepth = list ? keys.size() : createFromDepth;
    }
    return new FieldSpecPath(List.copyOf(keys), create ? createFromDepth : Integer.MAX_VALUE);
  }

  /** Splits a path into its keys. The keys are as written, except for the escaped slashes. */
  static List<String> split(String path) {
    var keys = new ArrayList<String>();
    int start = 0;
    int end = path.indexOf('/');
    while (end >= 0) {
      if (end == 0 || path.charAt(end - 1) != '\\') {
        keys.add(path.substring(start, end).replace("\\/", "/"));
        start = end + 1;
      }
      end = path.indexOf('/', end + 1);
    }
    keys.add(path.substring(start).replace("\\/", "/"));
    return keys;
  }

  /** Returns the places in an item. A scalar where the path needs a map is an error result. */
  public List<FieldLocation> of(Resource item, Call call) {
    FieldLocations places = locate(item.node());
    for (FieldLocation place : places.blocked()) {
      place.reportMismatch("a map or a list", item, call);
    }
    return places.found();
  }

  /** Returns the places in an item that the path leads to, in document order. */
  public FieldLocations locate(Node item) {
    Node at = item;
    int depth = 0;
    while (depth < keys.size() && at.isMap()) {
      Node value = at.at(keys.get(depth));
      if (value == null) {
        return depth >= createFromDepth ? single(new FieldLocation(path, null)) : NONE;
      }
      at = value;
      depth++;
    }
    if (depth == keys.size()) {
      return single(new FieldLocation(path, at));
    }
    return new Walk().run(Path.keys(keys.subList(0, depth).toArray(String[]::new)), at, depth);
  }

  private static FieldLocations single(FieldLocation place) {
    return new FieldLocations(List.of(place), List.of());
  }

  /**
   * One walk along the keys, from the first list on. It has its own stack, so that deeply nested
   * lists cannot overflow the thread's stack.
   */
  private final class Walk {
    private final List<FieldLocation> found = new ArrayList<>();
    private final List<FieldLocation> blocked = new ArrayList<>();
    private final Deque<Visit> open = new ArrayDeque<>();

    private record Visit(Path path, Node node, int depth) {}

    FieldLocations run(Path start, Node node, int depth) {
      open.push(new Visit(start, node, depth));
      while (!open.isEmpty()) {
        CallInterrupted.check();
        visit(open.pop());
      }
      return new FieldLocations(found, blocked);
    }

    private void visit(Visit at) {
      if (at.depth == keys.size()) {
        found.add(new FieldLocation(at.path, at.node));
        return;
      }
      switch (at.node.type()) {
        case MAP -> visitMap(at);
        case LIST -> visitItems(at);
        case NULL -> addMissing(at);
        case STRING, INTEGER, FLOAT, BOOLEAN -> blocked.add(new FieldLocation(at.path, at.node));
      }
    }

    private void visitMap(Visit at) {
      String key = keys.get(at.depth);
      Node value = at.node.at(key);
      if (value == null) {
        addMissing(at);
      } else {
        open.push(new Visit(at.path.key(key), value, at.depth + 1));
      }
    }

    private void visitItems(Visit at) {
      List<Node> items = at.node.items();
      for (int i = items.size() - 1; i >= 0; i--) {
        open.push(new Visit(at.path.index(i), items.get(i), at.depth));
      }
    }

    private void addMissing(Visit at) {
      if (at.depth >= createFromDepth) {
        Path created = at.path;
        for (String key : keys.subList(at.depth, keys.size())) {
          created = created.key(key);
        }
        found.add(new FieldLocation(created, null));
      }
    }
  }
}
