package dev.kiln.conformance.faults;

/** What a program of version 1 leaves, byte by byte a character. */
record ProgramOutput(String out, String err, int code) {
  ProgramOutput out(String other) {
    return new ProgramOutput(other, err, code);
  }

  ProgramOutput err(String other) {
    return new ProgramOutput(out, other, code);
  }

  ProgramOutput code(int other) {
    return new ProgramOutput(out, err, other);
  }
}
