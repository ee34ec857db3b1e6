package dev.kiln.client.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.FileRef;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceRef;
import dev.kiln.sdk.Result;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultPlacesTest {
  private static final ResultPlaces PLACES =
      ResultPlaces.of(
          List.of(
              item("v1", "ConfigMap", "a", "prod", "prod/a.yaml", 1),
              item("v1", "ConfigMap", "a", "test", "test/a.yaml", 0),
              item("v1", "ConfigMap", "a", null, "a.yaml", 0),
              item("v1", "Secret", "a", "prod", "secret.yaml", 0),
              item("v1", "Service", "b", "prod", "b.yaml", 2),
              item("v1", "Service", "b", "prod", "b.yaml", 2)));

  @Test
  void tellTheFileOfTheResource() {
    assertThat(file(new ResourceRef("v1", "ConfigMap", "prod", "a"), null))
        .isEqualTo(new FileRef("prod/a.yaml", 1));
    assertThat(file(new ResourceRef("v1", "ConfigMap", null, "a"), null))
        .isEqualTo(new FileRef("a.yaml", 0));
  }

  @Test
  void tellTheFileOfAResourceThatIsNamedInPart() {
    assertThat(file(new ResourceRef("", "Service", null, "b"), null))
        .isEqualTo(new FileRef("b.yaml", 2));
  }

  @Test
  void tellNothingOfAResourceThatNobodyHas() {
    assertThat(file(new ResourceRef("v2", "ConfigMap", "prod", "a"), null)).isNull();
    assertThat(file(new ResourceRef("v1", "ConfigMap", "else", "a"), null)).isNull();
  }

  @Test
  void tellNothingWhereSeveralCouldBeMeant() {
    assertThat(file(new ResourceRef("v1", "", "prod", "a"), null)).isNull();
  }

  @Test
  void keepWhatTheFunctionSays() {
    assertThat(file(new ResourceRef("v1", "Service", "prod", "b"), new FileRef("own.yaml", 0)))
        .isEqualTo(new FileRef("own.yaml", 0));
  }

  @Test
  void tellTheIndexThatTheFunctionLeftOut() {
    assertThat(file(new ResourceRef("v1", "Service", "prod", "b"), new FileRef("b.yaml", 0)))
        .isEqualTo(new FileRef("b.yaml", 2));
  }

  @Test
  void leaveAloneWhatSpeaksOfNoResource() {
    assertThat(PLACES.fill(List.of(Result.info("x")))).containsExactly(Result.info("x"));
  }

  private static @Nullable FileRef file(ResourceRef ref, @Nullable FileRef said) {
    var result = new Result(Result.info("x").severity(), "x", ref, null, said, Map.of());
    return PLACES.fill(List.of(result)).getFirst().file();
  }

  private static Resource item(
      String apiVersion,
      String kind,
      String name,
      @Nullable String namespace,
      String path,
      int index) {
    return Resource.parse(
        """
        apiVersion: %s
        kind: %s
        metadata:
          name: %s
          namespace: %s
          annotations:
            internal.config.kubernetes.io/path: %s
            internal.config.kubernetes.io/index: "%d"
        """
            .formatted(apiVersion, kind, name, namespace, path, index));
  }
}
