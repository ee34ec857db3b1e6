package dev.kiln.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CanonicalLayoutTest {
  private static final String LIST =
      """
      # of a shop
      kind: ResourceList
      items:
      - kind: Deployment
        metadata: # where it is
          namespace: sample
          # stays
          name: "shop"
          labels: {}
        spec:
          text: |
            two
            lines
          replicas: 3 # one a zone
          version: "3"
      """;

  @Test
  void isTheSameWhateverTheLayout() throws Exception {
    String anew =
        """
        {"kind": "ResourceList", "items": [{"spec": {"text": "two\\nlines\\n", "version": "3",
          "replicas": 3}, "metadata": {"labels": {}, "name": "shop", "namespace": "sample"},
          "kind": "Deployment"}]}
        """;

    assertThat(CanonicalLayout.of(anew))
        .isEqualTo(CanonicalLayout.of(LIST.replaceAll(" *#.*", "")));
  }

  @Test
  void keepsCommentsBesideWhatTheyAreAbout() throws Exception {
    assertThat(CanonicalLayout.of(LIST))
        .containsExactly(
            "kind: ResourceList  # of a shop",
            "items:",
            "- kind: Deployment",
            "  metadata:  # where it is",
            "    name: shop  # stays",
            "    namespace: sample",
            "    labels: {}",
            "  spec:",
            "    replicas: 3  # one a zone",
            "    text: \"two\\nlines\\n\"",
            "    version: \"3\"");
  }
}
