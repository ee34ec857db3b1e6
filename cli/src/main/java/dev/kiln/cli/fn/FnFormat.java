package dev.kiln.cli.fn;

import dev.kiln.flags.FlagValues;

/** What is printed at the end of a run. */
enum FnFormat {
  TEXT,
  JSON;

  static FnFormat of(FlagValues values) {
    return values
        .find(FnFlags.FORMAT)
        .map(
            given ->
                switch (given.value()) {
                  case "text" -> TEXT;
                  case "json" -> JSON;
                  default -> throw given.wrong("text or json");
                })
        .orElse(TEXT);
  }
}
