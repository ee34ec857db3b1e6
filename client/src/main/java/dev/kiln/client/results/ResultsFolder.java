package dev.kiln.client.results;

import dev.kiln.client.files.FileErrors;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder with the results of one run: {@code results-N.yaml} for each function that left any,
 * counted from 0 in the order in which they ran, and {@code results.yaml} with all functions, in
 * kpt's form.
 *
 * <p>What lies there is of this run: the files of an earlier one go when the folder is made, before
 * anything runs, so that a run that dies leaves none rather than those of another.
 */
public final class ResultsFolder {
  static final String KIND = "FunctionResultList";

  private static final String ALL = "results.yaml";

  /** What a run leaves, and what one leaves that is killed as it writes. */
  private static final Pattern OURS =
      Pattern.compile("results(-[0-9]+)?\\.yaml|\\.results(-[0-9]+)?\\.yaml\\.[0-9]+\\.part");

  private final Path folder;

  private ResultsFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes the folder if it is not there, and empties it of the results of earlier runs. Other files
   * stay.
   *
   * @throws ResultsException if nothing can be written there, or if a {@code results.yaml} lies
   *     there that no run left
   */
  public static ResultsFolder create(Path folder) {
    var results = new ResultsFolder(folder);
    try {
      Files.createDirectories(folder);
      results.requireOurs(folder.resolve(ALL));
      results.clear();
      Path probe = results.part(ALL);
      Files.write(probe, new byte[0]);
      Files.delete(probe);
      return results;
    } catch (FileAlreadyExistsException e) {
      throw new ResultsException(folder + ": is no folder (fits: one for results)", e);
    } catch (IOException e) {
      throw new ResultsException(
          folder
              + ": cannot hold results: "
              + FileErrors.reason(e)
              + " (fits: a folder to write to)",
          e);
    }
  }

  /**
   * Writes what was found out, whole files at a time.
   *
   * @param all in the order in which they ran, those without results too
   * @param exitCode of the run
   * @param form of the files of single functions; the file of all is in one form, as its readers
   *     know no other
   * @throws ResultsException if it cannot
   */
  public void write(List<FunctionResults> all, int exitCode, Form form) {
    int number = 0;
    for (FunctionResults of : all) {
      Node results = ResultsText.results(of, form);
      if (results.size() > 0) {
        write("results-" + number + ".yaml", results);
        number++;
      }
    }
    write(ALL, ResultsText.list(all, exitCode));
  }

  /** The file with all functions, for whoever is told where to look. */
  public Path file() {
    return folder.resolve(ALL);
  }

  private void write(String name, Node text) {
    Path part = part(name);
    try {
      try {
        Files.write(part, text.bytes());
        Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new ResultsException(
          folder.resolve(name)
              + ": cannot be written: "
              + FileErrors.reason(e)
              + " (fits: room for results)",
          e);
    }
  }

  /** Of this process alone: two runs into one folder must not write one file together. */
  private Path part(String name) {
    return folder.resolve("." + name + "." + ProcessHandle.current().pid() + ".part");
  }

  private void requireOurs(Path all) throws IOException {
    if (Files.exists(all) && !isList(Files.readAllBytes(all))) {
      throw new ResultsException(
          "%s: is no %s of an earlier run (fits: a folder without such a file)"
              .formatted(all, KIND));
    }
  }

  private static boolean isList(byte[] bytes) {
    try {
      return Optional.ofNullable(Yaml.parse(bytes).at("kind"))
          .flatMap(Node::string)
          .equals(Optional.of(KIND));
    } catch (BadYaml _) {
      return false;
    }
  }

  private void clear() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (OURS.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file)) {
          Files.delete(file);
        }
      }
    }
  }
}
