package dev.kiln.cli.fn;

import dev.kiln.server.flags.Values;

/** What is printed at the end of a run. */
enum FnFormat {
  TEXT,
  JSON;

  static FnFormat of(Values values) {
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
