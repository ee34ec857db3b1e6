package dev.kiln.bench.functions;

import dev.kiln.functions.applysetters.ApplySetters;
import dev.kiln.functions.createsetters.CreateSetters;
import dev.kiln.functions.searchreplace.SearchReplace;
import dev.kiln.functions.setlabels.SetLabels;
import dev.kiln.sdk.KrmFunction;
import java.nio.charset.StandardCharsets;

/**
 * One function and the list it runs on.
 *
 * @param name the name in the table
 * @param program the name of the original's program
 * @param limit the time it may take, as a multiple of the time of set-labels
 * @param data the entries of the ConfigMap
 */
record FunctionTask(
    String name, String program, Class<? extends KrmFunction> type, double limit, String data) {
  private static final int ITEMS = 10_000;

  /** All tasks. The first is the reference for the others. */
  static final FunctionTask[] ALL = {
    new FunctionTask("set-labels", "set-labels", SetLabels.class, 1, "team: blue"),
    new FunctionTask(
        "create-setters",
        "create-setters",
        CreateSetters.class,
        3.5,
        "replicas: '3'\n    tag: 1.2.3"),
    new FunctionTask("apply-setters", "apply-setters", ApplySetters.class, 2.3, "replicas: '5'"),
    new FunctionTask(
        "search-replace, by path",
        "search-replace",
        SearchReplace.class,
        1.6,
        "by-path: spec.replicas\n    put-value: '5'"),
    new FunctionTask(
        "search-replace, by value",
        "search-replace",
        SearchReplace.class,
        2.6,
        "by-value: 256Mi\n    put-value: 512Mi"),
  };

  byte[] list() {
    var text =
        new StringBuilder("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n");
    for (int i = 0; i < ITEMS; i++) {
      text.append(DEPLOYMENT.replace("NUMBER", Integer.toString(i)));
    }
    return text.append(CONFIG)
        .append(data)
        .append('\n')
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  private static final String CONFIG =
      """
      functionConfig:
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: config
        data:
      """
          + "    ";

  private static final String DEPLOYMENT =
      """
      - apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web-NUMBER
          namespace: shop
          labels:
            app: web
          annotations:
            internal.config.kubernetes.io/path: 'apps/web-NUMBER.yaml'
            internal.config.kubernetes.io/index: '0'
        spec:
          replicas: 3 # kpt-set: ${replicas}
          selector:
            matchLabels:
              app: web
          template:
            metadata:
              labels:
                app: web
            spec:
              containers:
              - name: web
                image: registry.example.com/shop/web:1.2.3
                ports:
                - containerPort: 8080
                resources:
                  limits:
                    memory: 256Mi
                    cpu: 500m
      """;
}
