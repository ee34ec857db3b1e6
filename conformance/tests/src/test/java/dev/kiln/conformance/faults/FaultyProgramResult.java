package dev.kiln.conformance.faults;

/** What a program of version 1 leaves, byte by byte a character. */
record FaultyProgramResult(String out, String err, int code) {
  FaultyProgramResult out(String other) {
    return new FaultyProgramResult(other, err, code);
  }

  FaultyProgramResult err(String other) {
    return new FaultyProgramResult(out, other, code);
  }

  FaultyProgramResult code(int other) {
    return new FaultyProgramResult(out, err, other);
  }
}
