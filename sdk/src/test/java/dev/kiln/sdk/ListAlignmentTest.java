package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program that wrote its list anew: each item keeps the lines that it had. */
class ListAlignmentTest {
  private static final String POD =
      """
      kind: Pod
      metadata:
        name: a
      spec:
        containers:
        # listens
        - name: web
          image: web:1 # pinned
        # helps
        - name: side
          image: "side:1" # not pinned
          ports:
          - containerPort: 80   # plain
          - containerPort: 443  # TLS
      """;

  private static final Resource ITEM = Resource.parse(POD);

  private static String changedTo(String containers) {
    Resource wanted =
        Resource.parse(
            "kind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n" + containers.indent(2));
    Resource edited = ITEM.withContentOf(wanted);
    assertThat(edited.node().hasSameValueAs(wanted.node())).isTrue();
    return edited.toString();
  }

  @Test
  void removesTheFirstAndChangesTheSecond() {
    String changed =
        changedTo(
            """
            - image: side:2
              name: side
              ports:
              - containerPort: 443
            """);
    assertThat(changed)
        .isEqualTo(
            """
            kind: Pod
            metadata:
              name: a
            spec:
              containers:
              # helps
              - name: side
                image: "side:2" # not pinned
                ports:
                - containerPort: 443  # TLS
            """);
  }

  @Test
  void movesAndChanges() {
    String changed =
        changedTo(
            """
            - image: side:1
              name: side
              ports:
              - containerPort: 443
                protocol: TCP
              - containerPort: 80
            - image: web:2
              name: web
            """);
    assertThat(changed)
        .isEqualTo(
            """
            kind: Pod
            metadata:
              name: a
            spec:
              containers:
              # helps
              - name: side
                image: "side:1" # not pinned
                ports:
                - containerPort: 443  # TLS
                  protocol: TCP
                - containerPort: 80   # plain
              # listens
              - name: web
                image: web:2 # pinned
            """);
  }

  @Test
  void addsBeforeOneThatItChanges() {
    String changed =
        changedTo(
            """
            - name: first
              image: a
            - name: web
              image: web:2
            - name: side
              image: side:1
              ports:
              - containerPort: 80
              - containerPort: 443
            """);
    assertThat(changed)
        .isEqualTo(
            POD.replace("# listens\n", "- name: first\n    image: a\n  # listens\n")
                .replace("web:1", "web:2"));
  }

  @Test
  void comparesThoseAtTheSamePlaceIfNothingIdentifiesThem() {
    List<Node> old =
        Resource.parse("{a: [x, {b: 1}, {b: 1}, {b: 2}, y]}").find("a").orElseThrow().items();
    List<Node> wanted = Resource.parse("{a: [x, {b: 3}, y]}").find("a").orElseThrow().items();
    assertThat(ListAlignment.align(old, wanted)).containsExactly(0, 1, 4);
    assertThat(ListAlignment.align(wanted, old)).containsExactly(0, 1, -1, -1, 2);
  }

  @Test
  void tellsWhatAnItemWas() {
    String withoutFirst = POD.replaceAll("(?s)  # listens.*# helps", "  # helps");
    Resource other = Resource.parse(withoutFirst.replace("side:1", "side:2"));
    List<FieldChange> changes = ITEM.changesTo(other, _ -> false);
    assertThat(changes)
        .extracting(change -> change.path().toString())
        .containsExactly("spec.containers[0]", "spec.containers[0].image");
    assertThat(changes.getLast().oldValue()).hasToString("\"side:1\"");
  }
}
