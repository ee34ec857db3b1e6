package dev.kiln.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.kiln.yaml.node.Path;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A step allocates the same on every machine. The bounds detect a step that parses the whole list
 * again or makes objects of it. {@code bench} has the exact figures.
 */
class AllocationTest {
  private static final int ITEMS = 1_000;
  private static final int MOST_RUNS = 50;
  private static final byte[] LIST =
      ("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
              + IntStream.range(0, ITEMS)
                  .mapToObj(AllocationTest::deployment)
                  .collect(Collectors.joining()))
          .getBytes(UTF_8);

  private static String deployment(int i) {
    return """
    - apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web-%d
        namespace: prod # not test
        labels:
          app: web
        annotations:
          internal.config.kubernetes.io/path: web/deployment.yaml
          internal.config.kubernetes.io/index: "0"
      spec:
        replicas: 3
        selector:
          matchLabels:
            app: web
        template:
          metadata:
            labels:
              app: web
          spec:
            containers:
    %s"""
        .formatted(i, container("app") + container("side"));
  }

  private static String container(String name) {
    return """
          - name: %s
            image: registry.example.com/team/%s:1.27.3 # pinned
            args: ["--listen", ":8080"]
            env:
            # where the others are
            - name: UPSTREAM
              value: "http://upstream.prod.svc.cluster.local:8080/api/v1"
            - name: LOG_LEVEL
              value: info
            script: |
              #!/bin/sh
              set -eu
              for i in 1 2 3; do echo "waiting for the upstream to come up, attempt $i"; done
            resources:
              requests: {cpu: 100m, memory: 128Mi}
              limits: {cpu: "1", memory: 512Mi}
            readinessProbe:
              httpGet:
                path: /ready
                port: 8080
              periodSeconds: 5
    """
        .formatted(name, name)
        .indent(4);
  }

  /**
   * The allocated bytes per byte of the list, after the compiler has removed needless allocations.
   */
  private static double allocated(double enough, Runnable step) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double least = Double.MAX_VALUE;
    for (int i = 0; i < MOST_RUNS && least > enough; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      step.run();
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      least = Math.min(least, bytes / (double) LIST.length);
    }
    return least;
  }

  @Test
  void labellingEveryItemAllocatesAFewTimesItsText() {
    double bytes =
        allocated(
            6,
            () -> ResourceList.parse(LIST).mapItems(item -> item.withLabel("team", "a")).bytes());
    assertThat(bytes).isLessThanOrEqualTo(6);
  }

  @Test
  void readingAListMakesNothingForItsItemsButViews() {
    double bytes = allocated(1.6, () -> ResourceList.parse(LIST).items().getFirst().name());
    assertThat(bytes).isLessThanOrEqualTo(1.6);
  }

  @Test
  void itIsTheListThatIsMeasured() {
    var list = ResourceList.parse(LIST);
    assertThat(list.items()).hasSize(ITEMS);
    assertThat(
            list.items()
                .getLast()
                .node()
                .findAll(Path.of("spec.template.spec.containers[*].script")))
        .hasSize(2);
  }
}
