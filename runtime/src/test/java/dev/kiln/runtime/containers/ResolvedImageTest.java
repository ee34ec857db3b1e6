package dev.kiln.runtime.containers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.Yaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResolvedImageTest {
  private static final String ONE = "1".repeat(64);
  private static final String TWO = "2".repeat(64);

  /** An image of docker's hub as docker describes it, and as podman does. */
  private static final String DOCKERS =
      """
      {"Id": "sha256:%s", "RepoTags": ["fn:v1", "team/fn:v1"], "RepoDigests": ["fn@sha256:%s"]}"""
          .formatted(ONE, TWO);

  private static final String PODMANS =
      """
      {"Id": "%s", "RepoTags": ["docker.io/library/fn:v1", "localhost/team/fn:v1"],
       "RepoDigests": ["docker.io/library/fn@sha256:%s"]}"""
          .formatted(ONE, TWO);

  private static final String ANOTHERS =
      """
      {"Id": "%s", "RepoTags": ["example.com/evil/team/fn:v1", "localhost/evil:v1"],
       "RepoDigests": ["example.com/evil/team/fn@sha256:%s"]}"""
          .formatted(ONE, TWO);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fn:v1",
        "docker.io/fn:v1",
        "docker.io/library/fn:v1",
        "library/fn:v1",
        "team/fn:v1",
        "fn@sha256:D",
        "fn:v1@sha256:D",
        "docker.io/library/fn@sha256:D",
        "1111111111111111111111111111111111111111111111111111111111111111",
        "sha256:1111111111111111111111111111111111111111111111111111111111111111",
      })
  void acceptsTheNamesOfAnImage(String name) {
    String image = name.replace("sha256:D", "sha256:" + TWO);
    assertThatCode(() -> require(DOCKERS, image)).doesNotThrowAnyException();
    assertThatCode(() -> require(PODMANS, image)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost/ok/anything@sha256:D",
        "team/fn@sha256:D",
        "example.com/evil/other@sha256:D",
        "example.com/evil/team/fn@sha256:1111111111111111111111111111111111111111111111111111111111111111",
        "team/fn:v1",
        "fn:v1",
        "fn",
        "111111111111",
        "2222222222222222222222222222222222222222222222222222222222222222",
      })
  void refusesAnotherImage(String name) {
    String image = name.replace("sha256:D", "sha256:" + TWO);
    assertThatThrownBy(() -> require(ANOTHERS, image))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "image "
                + image
                + ": podman takes it for another image, example.com/evil/team/fn:v1 (expected: one"
                + " of its names, with the registry)");
  }

  private static void require(String inspected, String image) {
    ResolvedImage.of(Yaml.parse(inspected)).requireNamed(image, EngineKind.PODMAN);
  }
}
