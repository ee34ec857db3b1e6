package dev.kiln.bench.fn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A package on disk: Deployments in files of their own, in folders of twenty, and three functions
 * that set a label each.
 *
 * @param extra a file of the package beside its resources, and its text
 */
record Shop(Path folder, int resources, List<String> extra) {
  private static final int IN_A_FOLDER = 20;
  private static final List<String> LABELS = List.of("team: a", "tier: b", "stage: c");

  /**
   * Restores the package as it was before any function ran. Files are overwritten and not deleted
   * first, because a file system that has just deleted thousands of files creates new ones slowly.
   */
  void restore() {
    try {
      for (int i = 0; i < resources; i++) {
        Path file = file(i);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text(i));
      }
      Files.writeString(folder.resolve(extra.getFirst()), extra.get(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(int i) {
    return folder.resolve("app-" + i / IN_A_FOLDER).resolve("web-" + i + ".yaml");
  }

  /** Throws unless every resource has the labels of all functions. */
  void check(String who) throws IOException {
    for (int i = 0; i < resources; i++) {
      String text = Files.readString(file(i));
      for (String label : LABELS) {
        if (!text.contains("\n    " + label + "\n")
            && !text.contains("\n    " + label.replaceFirst("\\w$", "'$0'") + "\n")) {
          throw new IllegalStateException(who + " left " + file(i) + " without " + label);
        }
      }
    }
  }

  private static String text(int i) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web-%1$d
      namespace: shop
      labels:
        app: web-%1$d
    spec:
      replicas: 2 # for now
      selector:
        matchLabels:
          app: web-%1$d
      template:
        metadata:
          labels:
            app: web-%1$d
        spec:
          containers:
          - name: web
            image: example.com/web:1.%1$d
            args: [--port, "8080"]
            ports:
            - containerPort: 8080
            env:
            - name: LOG_LEVEL
              value: info
            resources:
              limits:
                memory: 256Mi
    """
        .formatted(i);
  }

  /** A file in which resources declare the functions, as kustomize and Kiln read it. */
  static List<String> declared(String function) {
    var text = new StringBuilder();
    for (String label : LABELS) {
      text.append(
          """
          ---
          apiVersion: fn.kpt.dev/v1alpha1
          kind: SetLabels
          metadata:
            name: %s
            annotations:
              config.kubernetes.io/function: |
                %s
          labels: {%s}
          """
              .formatted(label.substring(0, label.indexOf(':')), function, label));
    }
    return List.of("functions.yaml", text.toString());
  }

  /** A Kptfile that declares the functions for kpt fn render. */
  static List<String> kptfile(String function) {
    var text =
        new StringBuilder(
            "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: web}\npipeline:\n  mutators:\n");
    for (String label : LABELS) {
      text.append("  - ").append(function).append("\n    configMap: {").append(label).append("}\n");
    }
    return List.of("Kptfile", text.toString());
  }

  /** The arguments of each function. */
  static List<String> arguments() {
    return LABELS.stream().map(label -> label.replace(": ", "=")).toList();
  }
}
