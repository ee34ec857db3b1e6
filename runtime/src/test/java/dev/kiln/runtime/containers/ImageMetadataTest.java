package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.runtime.containers.ImageMetadata.Carrier;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ImageMetadataTest {
  private static final String IMAGE = "example.com/fn:v1";

  @Test
  void takesAnImageThatTellsNothingForAProgram() {
    ImageFacts facts = facts();
    assertEquals(List.of("v1"), facts.specVersions());
    assertFalse(facts.isServer());
    assertFalse(facts.isIdempotent());
    assertEquals(List.of(), facts.warnings());
  }

  @Test
  void takesEachStageOfTheSecondVersionForAServer() {
    for (String version : List.of("v2", "v2beta1", "v2alpha1")) {
      assertTrue(facts(definition("a", versions("\"v1\",\"" + version + "\""))).isServer());
    }
    assertFalse(facts(definition("a", versions("\"v1\",\"v3\""))).isServer());
  }

  @Test
  void readsJsonAsJsonIs() {
    ImageFacts facts =
        facts(
            definition(
                "a\\u002db", "{\"name\":\"v1\",\"a\":\"\\ud83d\\ude00\\/\",\"idempotent\":true}"));
    assertEquals("a-b", facts.definitions().getFirst().name());
    assertTrue(facts.isIdempotent());
  }

  @Test
  void believesTheFirstThatTells() {
    ImageFacts facts =
        ImageMetadata.facts(
            IMAGE,
            Stream.of(
                carrier("annotation", Map.of("other", "x")),
                carrier(
                    "annotation of the index", Map.of(ImageMetadata.KEY, definition("index", ""))),
                carrier("label", Map.of(ImageMetadata.KEY, definition("label", "")))));
    assertEquals("index", facts.definitions().getFirst().name());
  }

  @Test
  void readsSeveralFunctionsOfOneImage() {
    ImageFacts facts =
        facts("[%s,%s]".formatted(definition("a", ""), definition("b", versions("\"v2\""))));
    assertEquals(
        List.of("a", "b"), facts.definitions().stream().map(FunctionDefinition::name).toList());
    assertTrue(facts.isServer());
  }

  @Test
  void heedsTheVersionThatIsSaidToBeInThisImage() {
    String old =
        """
        {"name":"v1beta1","conformWithSpecVersions":["v2"],\
        "runtime":{"container":{"image":"example.com/fn:v0"}}}""";
    String current =
        """
        {"name":"v1","conformWithSpecVersions":["v1"],\
        "runtime":{"container":{"image":"example.com/fn:v1"}}}""";
    assertFalse(facts(definition("a", old + "," + current)).isServer());
  }

  @Test
  void warnsOfWhatIsBrokenAndGoesOn() {
    assertWarns("{\"kind\": ", "at line 1");
    assertWarns("{}", "apiVersion");
    assertWarns("\"x\"", "a KRMFunctionDefinition");
    assertWarns(definition("a", "").replace("\"group\":\"g\",", ""), "spec.group");
    assertWarns(
        "[" + definition("a", "") + ",{\"apiVersion\":\"config.kubernetes.io/v1alpha1\"}]",
        "[1].kind");
  }

  private static void assertWarns(String json, String about) {
    ImageFacts facts = facts(json);
    assertEquals(1, facts.warnings().size());
    String warning = facts.warnings().getFirst();
    String place = "image " + IMAGE + ", label " + ImageMetadata.KEY + ": ";
    assertTrue(warning.startsWith(place) && warning.contains(about), warning);
    assertEquals(List.of("v1"), facts.specVersions());
  }

  private static ImageFacts facts() {
    return ImageMetadata.facts(IMAGE, Stream.of(carrier("label", Map.of())));
  }

  private static ImageFacts facts(String json) {
    return ImageMetadata.facts(IMAGE, Stream.of(carrier("label", Map.of(ImageMetadata.KEY, json))));
  }

  private static Carrier carrier(String what, Map<String, String> texts) {
    return Carrier.of(what, Yaml.of(Map.of("all", texts)), "all");
  }

  private static String versions(String specVersions) {
    return "{\"name\":\"v1\",\"conformWithSpecVersions\":[" + specVersions + "]}";
  }

  private static String definition(String name, String versions) {
    return """
        {"apiVersion":"config.kubernetes.io/v1alpha1","kind":"KRMFunctionDefinition",\
        "metadata":{"name":"%s"},"spec":{"group":"g","names":{"kind":"K"},"versions":[%s]}}"""
        .formatted(name, versions);
  }
}
