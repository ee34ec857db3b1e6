package dev.kiln.client.files;

import java.util.List;

/** Changes as {@code git diff} shows them. */
final class UnifiedDiff {
  private UnifiedDiff() {}

  static String of(List<FileChange> changes, boolean colour) {
    return colour + changes.toString();
  }
}
