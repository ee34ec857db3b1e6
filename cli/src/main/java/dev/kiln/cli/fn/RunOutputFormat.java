package dev.kiln.cli.fn;

import dev.kiln.flags.FlagValues;
import java.util.List;

/** The format of the output at the end of a run. */
enum RunOutputFormat {
  TEXT,
  JSON,

  /** Prints the resources as a ResourceList; no file is written. */
  STDOUT,

  /** Prints the resources as YAML documents; no file is written. */
  UNWRAP;

  boolean printsResources() {
    return this == STDOUT || this == UNWRAP;
  }

  /**
   * Whether a command line with errors asks for JSON, so that the error is also printed as JSON.
   */
  static boolean isJsonRequested(List<String> args) {
    String before = "";
    for (String word : args) {
      if (word.equals("--")) {
        return false;
      }
      boolean flag = before.equals("-o") || before.equals("--format");
      if ((flag && word.equals("json")) || word.equals("-o=json") || word.equals("--format=json")) {
        return true;
      }
      before = word;
    }
    return false;
  }

  static RunOutputFormat of(FlagValues values) {
    return values
        .find(RunFlags.FORMAT)
        .map(
            given ->
                switch (given.value()) {
                  case "text" -> TEXT;
                  case "json" -> JSON;
                  case "stdout" -> STDOUT;
                  case "unwrap" -> UNWRAP;
                  default -> throw given.invalid("text, json, stdout or unwrap");
                })
        .orElse(TEXT);
  }
}
