package dev.kiln.bench;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * The measured step, written as an author would write it: parse bytes, label items, write bytes.
 */
final class LabelStep {
  private LabelStep() {}

  static byte[] everyItem(byte[] list) {
    return ResourceList.parse(list).mapItems(LabelStep::label).bytes();
  }

  static byte[] someItems(byte[] list, IntPredicate chosen) {
    var next = new AtomicInteger();
    return ResourceList.parse(list)
        .mapItems(item -> chosen.test(next.getAndIncrement()) ? label(item) : item)
        .bytes();
  }

  static byte[] noItem(byte[] list) {
    return ResourceList.parse(list).mapItems(item -> item).bytes();
  }

  private static Resource label(Resource item) {
    return item.edit(e -> e.set("metadata.labels.team", "platform"));
  }
}
