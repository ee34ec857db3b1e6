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
 *   <dd>the list that the function returns, byte for byte, without the results it adds
 *   <dt>{@code expected-results.yaml}
 *   <dd>the results it adds; without this file, it must add none
 *   <dt>{@code error.txt}
 *   <dd>instead of both: the function fails, and these are the messages of its error results, one
 *       per line
 *   <dt>{@code README.md}, optional
 *   <dd>for people
 * </dl>
 *
 * <p>If the definition of a function says that it is idempotent, the function runs a second time on
 * its own output, which must not change. With {@code -Dgolden.write} the files are written from the
 * function's output; review them like code.
 */
public final class Cases {
  private final Path folder;

  private Cases(Path folder) {
    this.folder = folder;
  }

  /**
   * The cases below a folder. Its path is relative to the directory in which the test runs, which
   * is the module's folder.
   */
  public static Cases in(String folder) {
    return in(Path.of(folder));
  }

  /** The cases below a folder. */
  public static Cases in(Path folder) {
    return new Cases(folder);
  }

  /**
   * Runs all cases of a function whose definition is beside its class.
   *
   * @throws AssertionError if there are no cases, or if some fail; it names them and shows how
   *     their files differ
   */
  public void run(Class<? extends KrmFunction> function) {
    run(FunctionClass.of(function));
  }

  /**
   * Runs all cases of a function without a definition, such as a lambda.
   *
   * @throws AssertionError as {@link #run(Class)}
   */
  public void run(KrmFunction function) {
    run(FunctionClass.of(permissiveDefinition(), function));
  }

  private static FunctionDefinition permissiveDefinition() {
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
