package dev.kiln.yaml.node;

import dev.kiln.yaml.Yaml;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes of one tree. Each change sees the result of those before it. The outcome is one
 * new tree, in which only the lines of changed values differ. An {@code Edit} belongs to the call
 * of {@link Node#edit} that passes it.
 *
 * <p>Values are maps, lists, strings, numbers, booleans, null, {@link Node} and {@link Yaml#plain}.
 * A path with wildcards means every place that it leads to. If aliases share a value and a change
 * would show in another place, the shared value is copied first.
 */
public interface Edit {
  /**
   * Sets a value and creates the missing maps on the path. A present value with the same meaning is
   * left as it is.
   */
  default Edit set(String path, @Nullable Object value) {
    return set(Path.of(path), value);
  }

  /**
   * Sets a value and creates the missing maps on the path. A present value with the same meaning is
   * left as it is.
   */
  Edit set(Path path, @Nullable Object value);

  /** Removes an entry or item with its comments. Does nothing if there is none. */
  default Edit remove(String path) {
    return remove(Path.of(path));
  }

  /** Removes an entry or item with its comments. Does nothing if there is none. */
  Edit remove(Path path);

  /** Changes the key of an entry. */
  default Edit rename(String path, String newKey) {
    return rename(Path.of(path), newKey);
  }

  /** Changes the key of an entry. */
  Edit rename(Path path, String newKey);

  /** Adds an item at the end of a list. A missing list is created. */
  default Edit append(String list, @Nullable Object value) {
    return append(Path.of(list), value);
  }

  /** Adds an item at the end of a list. A missing list is created. */
  Edit append(Path list, @Nullable Object value);

  /** Adds an item before the one at {@code index}, or at the end. */
  default Edit insert(String list, int index, @Nullable Object value) {
    return insert(Path.of(list), index, value);
  }

  /** Adds an item before the one at {@code index}, or at the end. */
  Edit insert(Path list, int index, @Nullable Object value);

  /**
   * Reorders the items of a list. {@code order} has the present indexes of the items in the new
   * order.
   */
  default Edit reorder(String list, List<Integer> order) {
    return reorder(Path.of(list), order);
  }

  /**
   * Reorders the items of a list. {@code order} has the present indexes of the items in the new
   * order.
   */
  Edit reorder(Path list, List<Integer> order);

  /** Writes a comment and replaces the present one. */
  default Edit comment(String path, Comment place, String text) {
    return comment(Path.of(path), place, text);
  }

  /** Writes a comment and replaces the present one. */
  Edit comment(Path path, Comment place, String text);

  /** Removes a comment. Does nothing if there is none. */
  default Edit uncomment(String path, Comment place) {
    return uncomment(Path.of(path), place);
  }

  /** Removes a comment. Does nothing if there is none. */
  Edit uncomment(Path path, Comment place);
}
