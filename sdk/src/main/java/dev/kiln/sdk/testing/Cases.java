package dev.kiln.sdk.testing;

import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tests of a function as folders of files: {@code
 * Cases.in("src/test/cases/set-labels").run(SetLabels.class)} runs every folder below.
 *
 * <dl>
 *   <dt>{@code input.yaml}
 *   <dd>the ResourceList
 *   <dt>{@code config.yaml}, optional
 *   <dd>the functionConfig, instead of the list's own
 *   <dt>{@code expected.yaml}
 *   <dd>the list as the function leaves it, to the byte, without the results it adds
 *   <dt>{@code expected-results.yaml}
 *   <dd>the results it adds; no such file, no results
 *   <dt>{@code error.txt}
 *   <dd>instead of both: the function fails, and these are its error results' messages, a line each
 *   <dt>{@code README.md}, optional
 *   <dd>for people
 * </dl>
 *
 * <p>A function whose definition says that it is idempotent runs a second time on what it left,
 * which must stay as it is. With {@code -Dgolden.write} the files are written as the function has
 * it, to be reviewed like code.
 */
public final class Cases {
  private final Path folder;

  private Cases(Path folder) {
    this.folder = folder;
  }

  /** The cases below a folder, its path from where the test runs: the module's folder. */
  public static Cases in(String folder) {
    return in(Path.of(folder));
  }

  /** The cases below a folder. */
  public static Cases in(Path folder) {
    return new Cases(folder);
  }

  /**
   * Runs all cases of a function that has its definition beside it.
   *
   * @throws AssertionError if there are none, or some fail: says which, and how their files differ
   */
  public void run(Class<? extends KrmFunction> function) {
    run(FunctionClass.of(function));
  }

  /**
   * Runs all cases of a function without a definition, a lambda say.
   *
   * @throws AssertionError as {@link #run(Class)}
   */
  public void run(KrmFunction function) {
    run(FunctionClass.of(undefined(), function));
  }

  private static FunctionDefinition undefined() {
    return FunctionDefinition.parse(
        Yaml.of(
                Map.of(
                    "apiVersion",
                    "config.kubernetes.io/v1alpha1",
                    "kind",
                    "KRMFunctionDefinition",
                    "metadata",
                    Map.of("name", "function", "annotations", Map.of("kiln.dev/config-types", "*")),
                    "spec",
                    Map.of("group", "none", "names", Map.of("kind", "None"))))
            .bytes());
  }

  private void run(FunctionClass function) {
    List<Path> cases = cases();
    if (cases.isEmpty()) {
      throw new AssertionError("no cases in " + folder.toAbsolutePath());
    }
    boolean write = !System.getProperty("golden.write", "false").equals("false");
    var failures = new ArrayList<String>();
    function.start();
    try {
      for (Path each : cases) {
        List<String> wrong = new Case(each, write).run(function);
        if (!wrong.isEmpty()) {
          failures.add(each.getFileName() + ":\n" + String.join("\n", wrong));
        }
      }
    } finally {
      function.close();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(
          failures.size()
              + " of "
              + cases.size()
              + " cases in "
              + folder
              + " fail"
              + " (-Dgolden.write rewrites them)\n\n"
              + String.join("\n", failures));
    }
  }

  private List<Path> cases() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
