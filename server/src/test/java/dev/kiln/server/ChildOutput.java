package dev.kiln.server;

import java.nio.charset.StandardCharsets;

/** What is left of a process. */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
record ChildOutput(byte[] stdout, String stderr, int exit) {
  String text() {
    return new String(stdout, StandardCharsets.UTF_8);
  }
}
