package dev.kiln.fn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Functions of a few lines of shell. */
enum ShellFunctions {
  /** Leaves all as it is, and keeps what it got in a file. */
  SEE("cat >\"$1.$$\" && mv \"$1.$$\" \"$1\" && cat \"$1\"\n"),

  /** Writes the second word for the first, in each line once. */
  REPLACE("sed \"s|$1|$2|\"\n"),

  /** Drops the lines that the words occur in. */
  DROP("for word; do set -- \"$@\" -e \"\\\\|$word|d\"; shift; done; sed \"$@\"\n"),

  /** Adds the items in a file. */
  ADD("sed -e 's/^items: \\[\\]$/items:/' -e \"/^items:/r $1\"\n"),

  /** Adds lines to the end of the list, such as results. */
  ADD_LINES("cat - \"$1\"\n"),

  /** Forgets what it got, and gives back a file. */
  GIVE("cat >/dev/null; cat \"$1\"\n"),

  /** Gives back a file, and fails. */
  GIVE_AND_FAIL("cat >/dev/null; cat \"$1\"; echo 'it is broken' >&2; exit 3\n"),

  /** Leaves all as it is, and fails. */
  FAIL("cat; echo 'it is broken' >&2; exit 3\n"),

  /** Leaves nothing, and fails. */
  DIE("cat >/dev/null; echo 'it is dead' >&2; exit 4\n"),

  /** Leaves nothing, and does not fail. */
  SILENT("cat >/dev/null\n"),

  /** Says what variables it has. */
  ENV("env >\"$1\"; cat\n"),

  /** Says something for people. */
  TALK("echo \"$1\" >&2; cat\n");

  private final String body;

  ShellFunctions(String body) {
    this.body = body;
  }

  String file() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  void install(Path bin) throws IOException {
    Path file = Files.writeString(bin.resolve(file()), "#!/bin/sh\n" + body);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + file);
    }
  }
}
