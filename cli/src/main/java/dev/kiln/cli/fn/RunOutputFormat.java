package dev.kiln.cli.fn;

import dev.kiln.flags.FlagValues;

/** The format of the output at the end of a run. */
enum RunOutputFormat {
  TEXT,
  JSON;

  static RunOutputFormat of(FlagValues values) {
    return values
        .find(RunFlags.FORMAT)
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
