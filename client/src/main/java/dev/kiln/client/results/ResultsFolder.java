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
 * A folder with the results of one run. It has {@code results-N.yaml} for each function that left
 * results, counted from 0 in the order in which the functions ran. It also has {@code results.yaml}
 * with all functions, in kpt's form.
 *
 * <p>The folder holds the results of this run only. The files of an earlier run are deleted when
 * the folder is created, before any function runs. A run that dies therefore leaves no results
 * instead of old ones.
 */
public final class ResultsFolder {
  static final String KIND = "FunctionResultList";

  private static final String ALL = "results.yaml";

  /** The files that a run writes, and those that remain if a run is killed while it writes. */
  private static final Pattern OURS =
      Pattern.compile("results(-[0-9]+)?\\.yaml|\\.results(-[0-9]+)?\\.yaml\\.[0-9]+\\.part");

  private final Path folder;

  private ResultsFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Creates the folder if it does not exist, and deletes the results of earlier runs. Other files
   * stay.
   *
   * @throws ResultsException if the folder cannot be written to, or if it has a {@code
   *     results.yaml} that no run wrote
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
      throw new ResultsException(folder + ": is no folder (expected: one for results)", e);
    } catch (IOException e) {
      throw new ResultsException(
          folder
              + ": cannot hold results: "
              + FileErrors.reason(e)
              + " (expected: a folder to write to)",
          e);
    }
  }

  /**
   * Writes the results, each file as a whole.
   *
   * @param all in the order in which the functions ran, including those without results
   * @param exitCode of the run
   * @param form the form of the files of single functions; the file with all functions has one
   *     fixed form, because its readers know no other
   * @throws ResultsException if a file cannot be written
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

  /** The path of the file with all functions, to tell users where it is. */
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
              + " (expected: room for results)",
          e);
    }
  }

  /**
   * Returns a temporary file of this process alone, because two runs into one folder must not write
   * to the same file.
   */
  private Path part(String name) {
    return folder.resolve("." + name + "." + ProcessHandle.current().pid() + ".part");
  }

  private void requireOurs(Path all) throws IOException {
    if (Files.exists(all) && !isList(Files.readAllBytes(all))) {
      throw new ResultsException(
          "%s: is no %s of an earlier run (expected: a folder without such a file)"
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
