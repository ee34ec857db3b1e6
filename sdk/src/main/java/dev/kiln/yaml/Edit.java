package dev.kiln.yaml;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers changes of one tree, which are applied at once. */
public final class Edit {
  private Edit() {}

  static Source apply(Source source, int root, Consumer<Edit> edits) {
    throw new IllegalStateException("editing is being built");
  }

  static Node fresh(@Nullable Object value) {
    throw new IllegalStateException("editing is being built");
  }

  public Edit set(String path, @Nullable Object value) {
    return set(Path.of(path), value);
  }

  public Edit set(Path path, @Nullable Object value) {
    return this;
  }

  public Edit remove(String path) {
    return remove(Path.of(path));
  }

  public Edit remove(Path path) {
    return this;
  }

  public Edit rename(String path, String newKey) {
    return rename(Path.of(path), newKey);
  }

  public Edit rename(Path path, String newKey) {
    return this;
  }

  public Edit append(String list, @Nullable Object value) {
    return append(Path.of(list), value);
  }

  public Edit append(Path list, @Nullable Object value) {
    return this;
  }

  public Edit insert(String list, int index, @Nullable Object value) {
    return insert(Path.of(list), index, value);
  }

  public Edit insert(Path list, int index, @Nullable Object value) {
    return this;
  }

  public Edit reorder(String list, List<Integer> order) {
    return reorder(Path.of(list), order);
  }

  public Edit reorder(Path list, List<Integer> order) {
    return this;
  }

  public Edit comment(String path, Comment place, String text) {
    return comment(Path.of(path), place, text);
  }

  public Edit comment(Path path, Comment place, String text) {
    return this;
  }

  public Edit uncomment(String path, Comment place) {
    return uncomment(Path.of(path), place);
  }

  public Edit uncomment(Path path, Comment place) {
    return this;
  }
}
