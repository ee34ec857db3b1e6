package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.sdk.ResourceList;
import java.util.List;

/** A package as a list, for pipes. */
public final class Source {
  private Source() {}

  /** A list with these items, each with the annotations that say where it lies. */
  public static ResourceList of(List<PackageItem> items) {
    return ListText.of(items, false);
  }
}
