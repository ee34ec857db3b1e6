package dev.kiln.client;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.ReadOptions;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A package on disk, with programs beside it that are run over it. */
record Folder(Path root) {
  /** Writes a file of the package. */
  Folder with(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A ConfigMap with one entry. */
  Folder withMap(String path, String name, String value) {
    return with(
        path,
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\ndata:\n  a: %s\n"
            .formatted(name, value));
  }

  PackageFolder read() {
    return PackageFolder.read(root, ReadOptions.defaults());
  }

  /** A program of the shell, which gets a list on stdin. */
  FunctionSpec program(String name, String script) {
    try {
      Path file = root.resolveSibling(name);
      Files.writeString(file, "#!/bin/sh\n" + script + "\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      return ProgramFunction.of(List.of(file.toString()), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A step that runs a program of the shell. */
  Step step(String name, String script) {
    return Step.of(program(name, script));
  }

  /** The text of a ConfigMap that is called x. */
  static String data(String value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a: " + value + "\n";
  }

  /** Runs functions and writes what they leave. */
  Run run(List<Step> steps, RunOptions options) {
    PackageFolder read = read();
    try (var functions = Functions.open(ExecutionOptions.local())) {
      Run run = functions.run(read, steps, options);
      if (run.fatal().isEmpty()) {
        read.plan(run.placed()).write();
      }
      return run;
    }
  }

  Run run(Step... steps) {
    return run(List.of(steps), RunOptions.defaults());
  }

  /** The files there are, by their paths. */
  Map<String, String> files() {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readString(file));
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String file(String path) {
    return files().getOrDefault(path, "there is no " + path);
  }
}
