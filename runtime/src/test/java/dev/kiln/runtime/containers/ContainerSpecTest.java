package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerSpecTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fn",
        "fn:v1",
        "library/fn",
        "localhost/fn:1",
        "registry.example.com:5000/a/b_c/d-e:v1.2.3-rc_1",
        "ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2@sha256:"
            + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "f98b16c696b632656e714c911c1086694cf2d52283bfcc3961bcef9caec53a63"
      })
  void takesTheNamesThatImagesHave(String image) {
    assertEquals(image, ContainerSpec.of(image).image());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--privileged",
        "-v=/:/host",
        "fn v1",
        "fn:v1 sh",
        "docker-archive:/etc/passwd",
        "dir:folder",
        "oci:layout",
        "docker://example.com/fn",
        "/absolute/path",
        "../fn",
        "fn@sha256:short",
        "fn\n"
      })
  void refusesWhatAnEngineWouldReadAsSomethingElse(String image) {
    var refused =
        assertThrows(IllegalArgumentException.class, () -> ContainerSpec.of(image)).getMessage();
    assertEquals(
        "image \"%s\" is no image's name (expected: registry/repository:tag, or with @sha256:digest)"
            .formatted(image),
        refused);
  }

  @Test
  void asksForAUserInNumbers() {
    var spec = ContainerSpec.of("fn");
    var refused =
        assertThrows(IllegalArgumentException.class, () -> spec.withUser("nobody")).getMessage();
    assertEquals("user of a container: \"nobody\" (expected: numbers: 65534:65534)", refused);
  }

  @Test
  void refusesAVariableWithoutAName() {
    var spec = ContainerSpec.of("fn");
    assertThrows(
        IllegalArgumentException.class, () -> spec.withEnvironment(Map.of("A=B", "value")));
  }

  @Test
  void readsMountsAsKustomizeWritesThem() {
    assertEquals(
        new Mount("bind", "/a", "/b", true), Mount.parse("type=bind,source=/a,target=/b,rw=true"));
    assertEquals(new Mount("bind", "/a", "/b", false), Mount.parse("src=/a,dst=/b"));
    assertEquals(
        new Mount("volume", "data", "/b", false), Mount.parse("type=volume,src=data,dst=/b,ro"));
    assertEquals("type=tmpfs,target=/t", Mount.parse("type=tmpfs,target=/t").option());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "type=bind,source=/a",
        "type=bind,target=/b",
        "type=npipe,source=/a,target=/b",
        "source=/a,target=b",
        "source=/a,target=/b,bind-propagation=shared",
        "source=/a,target=/b,rw=yes",
        "type=tmpfs,source=/a,target=/b"
      })
  void refusesOtherMounts(String text) {
    assertThrows(IllegalArgumentException.class, () -> Mount.parse(text));
  }
}
