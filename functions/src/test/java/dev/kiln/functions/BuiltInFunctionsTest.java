package dev.kiln.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.sdk.loading.FunctionLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks the definitions of the shipped functions, on which users rely. */
class BuiltInFunctionsTest {
  private static final Path CASES = Path.of("src/test/cases");

  private static List<FunctionClass> functions() {
    return FunctionLoader.findAll(BuiltInFunctionsTest.class.getClassLoader());
  }

  @TestFactory
  Stream<DynamicTest> saysWhatItIs() {
    return functions().stream()
        .map(each -> DynamicTest.dynamicTest(each.definition().name(), () -> check(each)));
  }

  private static void check(FunctionClass function) {
    FunctionDefinition definition = function.definition();
    assertFalse(definition.description().isEmpty(), "a description");
    assertEquals(List.of("kiln.dev/functions/" + definition.name()), definition.images());
    assertTrue(
        definition.standInImages().contains("gcr.io/kpt-fn/" + definition.name()), "its twin");
    assertNotNull(function.type().getResource("README.md"), "a README.md beside it");
    assertTrue(Files.isDirectory(CASES.resolve(definition.name())), "cases");
    for (var version : definition.versions()) {
      assertEquals(List.of("v2", "v1"), version.specVersions());
      assertTrue(version.schema().isPresent(), "a schema");
    }
  }

  @Test
  void standsInForImagesThatNoOtherStandsInFor() {
    var images = new HashSet<String>();
    functions().stream()
        .flatMap(each -> each.definition().images().stream())
        .forEach(image -> assertTrue(images.add(image), image));
  }
}
