package dev.kiln.sdk.testing;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Severity;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One folder with an input and the expected output. */
final class Case {
  private static final String INPUT = "input.yaml";
  private static final String CONFIG = "config.yaml";
  private static final String EXPECTED = "expected.yaml";
  private static final String RESULTS = "expected-results.yaml";
  private static final String ERROR = "error.txt";
  private static final Set<String> FILES =
      Set.of(INPUT, CONFIG, EXPECTED, RESULTS, ERROR, "README.md");

  private final Path folder;
  private final boolean write;
  private final List<String> failures = new ArrayList<>();

  Case(Path folder, boolean write) {
    this.folder = folder;
    this.write = write;
  }

  /** Runs the case and returns its failures, as instructions for a person. */
  List<String> run(FunctionClass function) {
    refuseUnknownFiles();
    if (!exists(INPUT)) {
      failures.add("  there is no " + INPUT);
      return failures;
    }
    Map<String, String> outcome = actualFiles(function);
    for (String file : List.of(EXPECTED, RESULTS, ERROR)) {
      compare(file, outcome.get(file));
    }
    return failures;
  }

  private void refuseUnknownFiles() {
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> !FILES.contains(name))
          .sorted()
          .forEach(name -> failures.add("  " + name + " is none of a case's files"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The contents of the files as the function produces them. */
  private Map<String, String> actualFiles(FunctionClass function) {
    var log = new ByteArrayOutputStream();
    var files = new LinkedHashMap<String, String>();
    try (var stream = new PrintStream(log, true, StandardCharsets.UTF_8)) {
      ResourceList in = ResourceList.parse(read(INPUT));
      FunctionConfig config =
          exists(CONFIG) ? FunctionConfig.parse(text(CONFIG)) : in.functionConfig();
      FunctionRun run = function.run(in, config, Caller.withoutDeadline(stream));
      if (run.thrown() != null && !exists(ERROR)) {
        failures.add(
            "  it threw " + stackTrace(run.thrown()) + log.toString(StandardCharsets.UTF_8));
      }
      if (run.exitCode() > 1 || (run.exitCode() == 1 && exists(ERROR))) {
        files.put(ERROR, errors(run));
      } else {
        String list = run.listWithoutResults().toString();
        files.put(EXPECTED, list);
        if (!run.added().isEmpty()) {
          files.put(RESULTS, run.results().toString());
        }
        checkIdempotence(function, config, list);
      }
    } catch (BadInput e) {
      files.put(ERROR, e.getMessage() + "\n");
    }
    return files;
  }

  private static String stackTrace(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  private static String errors(FunctionRun run) {
    return run.added().stream()
        .filter(result -> result.severity() == Severity.ERROR)
        .map(result -> result.message() + "\n")
        .collect(Collectors.joining());
  }

  private void checkIdempotence(FunctionClass function, FunctionConfig config, String list) {
    if (function.definition().versions().stream()
        .noneMatch(FunctionDefinition.Version::isIdempotent)) {
      return;
    }
    var discarded = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    FunctionRun secondRun =
        function.run(ResourceList.parse(list), config, Caller.withoutDeadline(discarded));
    String diff = Diff.of(list, secondRun.listWithoutResults().toString());
    if (!diff.isEmpty()) {
      failures.add(
          "  its definition says idempotent, but a second run changes what the first left:");
      failures.add(diff);
    }
  }

  /**
   * Compares a file with the function's output for it; null means that there should be no such
   * file.
   */
  private void compare(String file, @Nullable String actual) {
    if (write) {
      write(file, actual);
    } else if (actual == null) {
      if (exists(file)) {
        failures.add("  there is " + file + ", but the function gives nothing for it");
      }
    } else if (!exists(file)) {
      failures.add("  there is no " + file + ", but the function gives:");
      failures.add(Diff.of("", actual));
    } else {
      String diff = Diff.of(text(file), actual);
      if (!diff.isEmpty()) {
        failures.add("  " + file + " (-) and what the function gives (+) differ:");
        failures.add(diff);
      }
    }
  }

  private void write(String file, @Nullable String actual) {
    try {
      if (actual == null) {
        Files.deleteIfExists(folder.resolve(file));
      } else {
        Files.writeString(folder.resolve(file), actual);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean exists(String file) {
    return Files.exists(folder.resolve(file));
  }

  private byte[] read(String file) {
    try {
      return Files.readAllBytes(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text(String file) {
    return new String(read(file), StandardCharsets.UTF_8);
  }
}
