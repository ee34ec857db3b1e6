package dev.kiln.conformance.faults;

import java.util.List;

/** A way to be broken. */
interface Fault {
  /** What it breaks. */
  String clause();

  /** The cases that fail for it, all of them. */
  List<String> cases();

  /** What tells it from others. */
  default String name() {
    return clause() + " by " + String.join(", ", cases());
  }
}
