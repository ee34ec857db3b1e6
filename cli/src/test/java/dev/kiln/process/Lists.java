package dev.kiln.process;

/** ResourceLists to send, and what comes back for them. */
public final class Lists {
  /** For set-labels. */
  public static final String LABEL = list("fn.kpt.dev/v1alpha1", "SetLabels", "labels: {by: kiln}");

  /** What a pipeline with set-labels makes of it, which tells results apart from the list. */
  public static final String LABELLED_BY_STEPS =
      LABEL.replace("name: web # kept\n", "name: web # kept\n    labels:\n      by: kiln\n");

  /** What set-labels makes of it. */
  public static final String LABELLED =
      LABELLED_BY_STEPS + "results:\n- message: set 1 labels in total\n  severity: info\n";

  /** What set-labels is told, for a step of a pipeline. */
  public static final String CONFIG =
      """
      apiVersion: fn.kpt.dev/v1alpha1
      kind: SetLabels
      metadata: {name: config}
      labels: {by: kiln}
      """;

  private Lists() {}

  /** For a function of {@link FunctionsJar}, with fields of its functionConfig. */
  public static String forFunction(String name, String... fields) {
    return list("example.com/v1", FunctionsJar.type(name), String.join("\n  ", fields));
  }

  private static String list(String apiVersion, String kind, String fields) {
    return """
    apiVersion: config.kubernetes.io/v1
    kind: ResourceList
    items:
    - apiVersion: v1
      kind: ConfigMap
      metadata:
        name: web # kept
      data: {port: "080"}
    functionConfig:
      apiVersion: %s
      kind: %s
      metadata: {name: config}
      %s
    """
        .formatted(apiVersion, kind, fields);
  }

  /** A comment of so many bytes to put in front of a list; it stands in front of the answer too. */
  public static String padding(int bytes) {
    return "# a line of a comment, of some length\n".repeat(bytes / 38 + 1);
  }
}
