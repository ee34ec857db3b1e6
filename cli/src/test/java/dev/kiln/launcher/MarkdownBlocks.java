package dev.kiln.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands and lists in the code blocks of a page. */
record MarkdownBlocks(String text) {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  static MarkdownBlocks of(Path project) throws IOException {
    return new MarkdownBlocks(Files.readString(project.resolve("README.md")));
  }

  /** The first line in a block for the shell that is like this. */
  String command(String pattern) {
    return shell()
        .flatMap(String::lines)
        .filter(line -> line.matches(pattern))
        .findFirst()
        .orElseThrow(() -> new AssertionError("README.md has no command: " + pattern));
  }

  /** All blocks for the shell. */
  Stream<String> shell() {
    return BLOCK
        .matcher(text)
        .results()
        .filter(block -> block.group(1).equals("sh"))
        .map(block -> block.group(2));
  }

  /** The list that comes out. */
  String list() {
    return BLOCK
        .matcher(text)
        .results()
        .filter(block -> block.group(1).equals("yaml"))
        .map(block -> block.group(2))
        .findFirst()
        .orElseThrow(() -> new AssertionError("README.md shows no list"));
  }
}
