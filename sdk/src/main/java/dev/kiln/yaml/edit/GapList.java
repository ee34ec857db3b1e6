package dev.kiln.yaml.edit;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/**
 * A list with its free room at the place of the last change. Many insertions and removals one after
 * the other move each element about once.
 */
final class GapList<E> extends AbstractList<E> {
  /** The elements before the gap. */
  private final List<E> before = new ArrayList<>();

  /** The elements after the gap, the last one first. */
  private final List<E> after = new ArrayList<>();

  @Override
  public int size() {
    return before.size() + after.size();
  }

  @Override
  public E get(int index) {
    return index < before.size() ? before.get(index) : after.get(size() - 1 - index);
  }

  @Override
  public void add(int index, E element) {
    moveGap(index);
    before.add(element);
    modCount++;
  }

  @Override
  public E remove(int index) {
    moveGap(index + 1);
    modCount++;
    return before.removeLast();
  }

  @Override
  public void clear() {
    before.clear();
    after.clear();
    modCount++;
  }

  private void moveGap(int index) {
    while (before.size() > index) {
      after.add(before.removeLast());
    }
    while (before.size() < index) {
      before.add(after.removeLast());
    }
  }
}
