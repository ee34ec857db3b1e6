package dev.kiln.bench.load.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.bench.lists.GeneratedList;

/** The lists that are sent. */
final class Lists {
  /** The host's limit for a message. The large list is below it, the huge one above. */
  static final int MOST_BYTES = 1 << 20;

  static final GeneratedList SMALL = GeneratedList.ofSize(2_000);
  static final GeneratedList LARGE = GeneratedList.ofSize(200_000);
  static final GeneratedList HUGE = GeneratedList.ofSize(2 * MOST_BYTES);

  /** A text that is not a list. */
  static final byte[] UNREADABLE = "items: [\n".getBytes(UTF_8);

  /** A list whose item has no place for a label: the function runs and fails. */
  static final byte[] FAILING =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: odd
          labels: 5
      """
          .getBytes(UTF_8);

  private Lists() {}
}
