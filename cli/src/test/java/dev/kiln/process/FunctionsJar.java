package dev.kiln.process;

import dev.kiln.testkit.TempFolder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** A jar of functions, made from the bodies of their methods. */
public final class FunctionsJar {
  private final Map<String, String> bodies = new LinkedHashMap<>();
  private String start = "";

  /** What functions do, the bad things too. */
  public static FunctionsJar ofAllKinds() {
    return new FunctionsJar()
        .with("sleep", "Thread.sleep(Long.parseLong(config(call, \"millis\", \"60000\")));")
        .with("until", UNTIL)
        .with("mark", MARK)
        .with("spin", "for (long i = 0; i >= 0; i = (i + 1) & 0xffff) { Thread.onSpinWait(); }")
        .with("throw", "throw new IllegalStateException(\"cannot do it\");")
        .with("overflow", "overflow(0);")
        .with(
            "hoard", "var all = new ArrayList<long[]>(); while (true) all.add(new long[1 << 17]);")
        .with("huge", "call.info(\"\" + new long[1 << 30].length);")
        .with("exit", "System.exit(3);")
        .with("halt", "Runtime.getRuntime().halt(4);")
        .with("print", "System.out.println(in); System.err.println(text(in)); " + TELL)
        .with("tell", "throw new IllegalStateException(text(in));");
  }

  /** A folder with {@link #ofAllKinds}, which the hosts of this JVM share. */
  public static Path sharedFolder() {
    return Shared.FOLDER;
  }

  /** Compiles the functions when the first host needs them. */
  private static final class Shared {
    static final Path FOLDER = folder();

    private static Path folder() {
      Path folder = TempFolder.untilExit();
      try {
        ofAllKinds().in(folder, "functions.jar");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return folder;
    }
  }

  /** Goes on until a file is there, so that a test says for how long. */
  public static final String UNTIL =
      """
      while (!java.nio.file.Files.exists(java.nio.file.Path.of(config(call, "file", "")))) {
        Thread.sleep(20);
      }
      """;

  /**
   * Leaves a file behind for each call, so that a test knows which ones ran, and takes a while, so
   * that some are running when the host is told to end.
   */
  private static final String MARK =
      """
      java.nio.file.Files.createFile(java.nio.file.Path.of(config(call, "mark", "")));
      Thread.sleep(20);
      """;

  private static final String TELL = "call.log().println(text(in)); call.info(text(in));";

  /** One more function; {@code body} sees {@code in} and {@code call}. */
  public FunctionsJar with(String name, String body) {
    bodies.put(name, body);
    return this;
  }

  /** What each does once before its first call. */
  public FunctionsJar starting(String body) {
    start = body;
    return this;
  }

  /** Compiles it into a folder, at once: who reads the folder meanwhile sees all of it or none. */
  public Path in(Path folder, String name) throws IOException {
    try (TempFolder work = TempFolder.create()) {
      Path made = work.resolve("made.jar");
      try (var zip = new ZipOutputStream(Files.newOutputStream(made))) {
        for (var file : files(work.path()).entrySet()) {
          zip.putNextEntry(new ZipEntry(file.getKey()));
          zip.write(file.getValue());
        }
      }
      return Files.move(
          made, folder.resolve(name), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Map<String, byte[]> files(Path work) throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    var sources = new ArrayList<Path>();
    var index = new StringBuilder();
    for (var function : bodies.entrySet()) {
      String type = type(function.getKey());
      String source = source(type, function.getValue(), start);
      sources.add(Files.writeString(work.resolve(type + ".java"), source));
      String definition = definition(function.getKey(), type);
      files.put("com/example/" + type + ".yaml", definition.getBytes(StandardCharsets.UTF_8));
      index.append("com.example.").append(type).append('\n');
    }
    files.put("META-INF/kiln/functions", index.toString().getBytes(StandardCharsets.UTF_8));
    Path classes = compile(sources, Files.createDirectory(work.resolve("classes")));
    try (Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static Path compile(List<Path> sources, Path classes) throws IOException {
    var said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options = List.of("-proc:none", "-nowarn", "-d", classes.toString());
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var units = files.getJavaFileObjectsFromPaths(sources);
      if (!compiler.getTask(said, files, null, options, null, units).call()) {
        throw new IllegalArgumentException(said.toString());
      }
    }
    return classes;
  }

  private static String source(String type, String body, String start) {
    return """
    package com.example;

    import dev.kiln.sdk.*;
    import java.util.*;

    public final class %s implements KrmFunction {
      @Override
      public ResourceList apply(ResourceList in, Call call) {
        try {
          run(in, call);
          return in;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return in;
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }

      @Override
      public void start() {
        %s
      }

      private static void run(ResourceList in, Call call)
          throws InterruptedException, java.io.IOException {
        if (call == null) throw new InterruptedException();
        if (call == null) throw new java.io.IOException();
        %s
      }

      private static String config(Call call, String name, String otherwise) {
        return call.config().resource().flatMap(c -> c.text(name)).orElse(otherwise);
      }

      private static String text(ResourceList in) {
        return new String(in.bytes(), java.nio.charset.StandardCharsets.UTF_8);
      }

      private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
      }
    }
    """
        .formatted(type, start, body);
  }

  private static String definition(String name, String type) {
    return """
    apiVersion: config.kubernetes.io/v1alpha1
    kind: KRMFunctionDefinition
    metadata:
      name: %1$s
    spec:
      group: example.com
      names:
        kind: %2$s
      description: %1$s, for a test
      publisher: example.com
      versions:
        - name: v1
          runtime:
            container:
              image: example.com/fn/%1$s:v1
          schema:
            openAPIV3Schema:
              type: object
              x-kubernetes-preserve-unknown-fields: true
    """
        .formatted(name, type);
  }

  static String type(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
