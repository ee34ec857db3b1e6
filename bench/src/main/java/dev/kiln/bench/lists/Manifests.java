package dev.kiln.bench.lists;

import java.util.HexFormat;

/** The manifests of a made-up package: a Service, a ConfigMap and a Deployment for each app. */
final class Manifests {
  private static final String[] APPS = {
    "web", "checkout", "cart", "catalog", "search", "ledger", "mailer", "frontend-proxy"
  };

  private final ItemWriter out;
  private String app = "";
  private int count;

  Manifests(ItemWriter out) {
    this.out = out;
  }

  /** The next item, in the order Service, ConfigMap, Deployment. */
  void next() {
    int kind = count++ % 3;
    if (kind == 0) {
      app = out.randomChoice(APPS) + "-" + count / 3;
    }
    out.item();
    switch (kind) {
      case 0 -> service();
      case 1 -> configMap();
      default -> deployment();
    }
  }

  private void service() {
    head("v1", "Service", app);
    out.line(0, "spec:");
    out.line(1, "type: " + out.randomChoice("ClusterIP", "LoadBalancer", "NodePort"));
    out.line(1, "selector:");
    out.line(2, "app: " + app);
    out.line(1, "ports:");
    int deep = out.oneIn(2) ? 1 : 2;
    int ports = 1 + out.randomBelow(3);
    for (int port = 0; port < ports; port++) {
      out.line(deep, "- name: " + out.randomChoice("http", "grpc", "metrics") + port);
      out.line(deep + 1, "port: " + (80 + port));
      out.line(deep + 1, "targetPort: " + out.randomChoice("8080", "http", "\"8443\""));
      out.line(deep + 1, "protocol: TCP");
    }
  }

  private void configMap() {
    head("v1", "ConfigMap", app + "-config");
    out.line(0, "data:");
    out.line(1, "LOG_LEVEL: " + out.randomChoice("info", "\"debug\"", "'warn'"));
    out.line(1, "FEATURE_X: \"" + out.randomChoice("true", "false", "on") + "\"");
    out.line(1, "RETRIES: \"" + out.randomBelow(10) + "\"");
    out.raw("    application.yaml: " + out.randomChoice("|\n", "|-\n", "| # rendered\n"));
    settings();
    if (out.oneIn(2)) {
      out.raw("    motd: >-\n");
      out.verbatim(2, "This service belongs to the shop. It is deployed from the package");
      out.verbatim(2, "repository; whoever changes it by hand will see it changed back.");
    }
    if (out.oneIn(3)) {
      out.raw("    start.sh: |\n");
      script();
    }
  }

  private void settings() {
    out.verbatim(2, "server:");
    out.verbatim(2, "  port: 8080   # inside the block: text, no comment");
    out.verbatim(2, "  hosts: [\"" + app + ".shop.example\", 'localhost']");
    out.verbatim(2, "");
    out.verbatim(2, "datasource:");
    int sources = 2 + out.randomBelow(10);
    for (int i = 0; i < sources; i++) {
      out.verbatim(2, "  - url: jdbc:postgresql://db-" + i + ".shop.example:5432/" + app);
      out.verbatim(2, "    pool: {min: 1, max: " + (5 + out.randomBelow(40)) + "}");
    }
  }

  private void script() {
    out.verbatim(2, "#!/bin/sh");
    out.verbatim(2, "set -eu");
    out.verbatim(2, "");
    out.verbatim(2, "for f in /etc/" + app + "/*.conf; do");
    out.verbatim(2, "\tprintf '%s: \"%s\"\\n' \"$f\" \"$(wc -l < \"$f\")\"");
    out.verbatim(2, "done");
    out.verbatim(2, "exec /usr/local/bin/" + app + " \"$@\"");
  }

  private void deployment() {
    head("apps/v1", "Deployment", app);
    out.line(0, "spec:");
    out.line(1, "replicas: " + (1 + out.randomBelow(9)));
    out.line(1, "revisionHistoryLimit: 3");
    out.line(1, "selector:");
    if (out.oneIn(3)) {
      out.line(2, "matchLabels: {app: " + app + "}");
    } else {
      out.line(2, "matchLabels:");
      out.line(3, "app: " + app);
    }
    out.line(1, "template:");
    out.line(2, "metadata:");
    out.line(3, "labels:");
    out.line(4, "app: " + app);
    out.line(3, "annotations:");
    out.line(4, "prometheus.io/scrape: 'true'");
    out.line(4, "prometheus.io/port: \"9090\"");
    out.line(
        4, "checksum/config: " + HexFormat.of().toHexDigits(out.randomBelow(Integer.MAX_VALUE)));
    out.line(2, "spec:");
    out.line(3, "serviceAccountName: " + app);
    if (out.oneIn(4)) {
      out.blank();
    }
    out.line(3, "containers:");
    int deep = out.oneIn(2) ? 3 : 4;
    int containers = 1 + out.randomBelow(3);
    for (int i = 0; i < containers; i++) {
      container(deep, i == 0 ? "app" : "sidecar-" + i);
    }
    out.line(3, "volumes:");
    out.line(deep, "- name: config");
    out.line(deep + 1, "configMap:");
    out.line(deep + 2, "name: " + app + "-config");
    out.line(deep, "- name: tmp");
    out.line(deep + 1, "emptyDir: {}");
  }

  private void container(int deep, String name) {
    out.line(deep, "- name: " + name);
    out.line(
        deep + 1, "image: registry.shop.example/" + app + "/" + name + ":1." + out.randomBelow(99));
    out.line(deep + 1, "imagePullPolicy: IfNotPresent");
    if (out.oneIn(2)) {
      out.line(deep + 1, "args: [\"--listen=:8080\", '--verbose', --workers, \"4\"]");
    } else {
      out.line(deep + 1, "args:");
      out.line(deep + 1, "- --listen=:8080");
      out.line(deep + 1, "- \"--config=/etc/" + app + "/application.yaml\"");
    }
    out.line(deep + 1, "ports:");
    out.line(deep + 1, "- {containerPort: 8080, name: http}");
    out.line(deep + 1, "- containerPort: 9090");
    out.line(deep + 2, "name: metrics");
    environment(deep + 1);
    resources(deep + 1);
    probe(deep + 1, "livenessProbe", 30);
    probe(deep + 1, "readinessProbe", 5);
    out.line(deep + 1, "volumeMounts:");
    out.line(deep + 1, "- name: config");
    out.line(deep + 2, "mountPath: /etc/" + app);
    out.line(deep + 2, "readOnly: true");
    out.line(deep + 1, "- {name: tmp, mountPath: /tmp}");
  }

  private void environment(int deep) {
    out.line(deep, "env:");
    int settings = 2 + out.randomBelow(6);
    for (int i = 0; i < settings; i++) {
      out.line(deep, "- name: SETTING_" + i);
      if (out.oneIn(4)) {
        out.line(deep + 1, "valueFrom:");
        out.line(deep + 2, "secretKeyRef:");
        out.line(deep + 3, "name: " + app + "-secrets");
        out.line(deep + 3, "key: setting-" + i);
      } else {
        String value =
            out.randomChoice("plain", "\"8080\"", "'yes'", "https://shop.example/a?b=c#d", "\"\"");
        out.line(deep + 1, "value: " + value);
      }
    }
  }

  private void resources(int deep) {
    out.line(deep, "resources:");
    if (out.oneIn(3)) {
      out.line(deep + 1, "requests: {cpu: 100m, memory: 128Mi}");
      out.line(deep + 1, "limits: {memory: 256Mi}");
    } else {
      out.line(deep + 1, "requests:");
      out.line(deep + 2, "cpu: " + out.randomChoice("100m", "\"1\"", "0.5"));
      out.line(deep + 2, "memory: 128Mi");
      out.line(deep + 1, "limits:");
      out.line(deep + 2, "memory: " + out.randomChoice("256Mi", "1Gi"));
    }
  }

  private void probe(int deep, String name, int period) {
    out.line(deep, name + ":");
    out.line(deep + 1, "httpGet:");
    out.line(deep + 2, "path: /" + out.randomChoice("healthz", "readyz", "live?full=1"));
    out.line(deep + 2, "port: http");
    out.line(deep + 1, "periodSeconds: " + period);
  }

  private void head(String apiVersion, String kind, String name) {
    out.line(0, "apiVersion: " + apiVersion);
    out.line(0, "kind: " + kind);
    out.line(0, "metadata:");
    out.line(1, "name: " + name);
    out.line(1, "namespace: " + out.randomChoice("shop", "shop-staging", "\"shop\""));
    if (out.oneIn(2)) {
      annotations();
      labels(name);
    } else {
      labels(name);
      annotations();
    }
  }

  private void annotations() {
    out.line(1, "annotations:");
    out.line(2, "internal.config.kubernetes.io/path: '" + app + "/resources.yaml'");
    out.line(2, "internal.config.kubernetes.io/index: '" + (count - 1) % 3 + "'");
    if (out.oneIn(3)) {
      out.line(2, "config.kubernetes.io/local-config: \"false\"");
    }
  }

  private void labels(String name) {
    String label = GeneratedList.KEY + ": " + GeneratedList.VALUE;
    if (out.oneIn(4)) {
      out.raw("    labels: {app: " + app + ", tier: \"" + out.randomChoice("front", "back"));
      out.raw("\"");
      out.recordLabelPosition(", " + label);
      out.raw(out.oneIn(3) ? "} # selected by the Service\n" : "}\n");
      return;
    }
    out.line(1, "labels:");
    out.line(2, "app: " + app);
    out.line(2, "app.kubernetes.io/name: " + name);
    if (out.oneIn(2)) {
      out.line(2, "app.kubernetes.io/version: \"1." + out.randomBelow(30) + "\"");
    }
    out.recordLabelPosition("      " + label + "\n");
  }
}
