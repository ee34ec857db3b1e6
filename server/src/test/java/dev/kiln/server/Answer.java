package dev.kiln.server;

import java.nio.charset.StandardCharsets;

/** What a caller sees of one call, whatever the door. */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
record Answer(byte[] stdout, String stderr, int exit) {
  String text() {
    return new String(stdout, StandardCharsets.UTF_8);
  }

  /** What was said, without the lines of stack traces, whose numbers change with the code. */
  String said() {
    return stderr
        .lines()
        .filter(line -> !line.startsWith("\tat ") && !line.startsWith("\t... "))
        .map(line -> line + "\n")
        .reduce("", String::concat);
  }
}
