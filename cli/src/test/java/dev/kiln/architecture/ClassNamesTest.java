package dev.kiln.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A simple name of a class occurs once, so that a reader who sees it knows which class it is. */
class ClassNamesTest {
  private static final String JUDGE =
      "the judge has its own version: it shares no code with what it judges";

  /** The names that occur more than once, and why. */
  private static final Map<String, String> SHARED =
      Map.of(
          "Main", "each program has one",
          "HttpReply", JUDGE,
          "JsonText", JUDGE,
          "LineDiff", JUDGE,
          "PipeReader", JUDGE,
          "ServerLauncher", JUDGE,
          "UsageException", JUDGE);

  @Test
  void aNameOccursOnce() {
    var packages =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("dev.kiln").stream()
                .filter(ClassNamesTest::isOurs)
                .collect(
                    groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        mapping(JavaClass::getPackageName, toCollection(TreeSet::new))));
    packages.values().removeIf(those -> those.size() == 1);
    assertThat(packages.keySet()).as("names that occur twice: %s", packages).isEqualTo(expected());
  }

  private static Set<String> expected() {
    return new TreeSet<>(SHARED.keySet());
  }

  /** Generated code takes its names from the contracts; measurements are never shipped. */
  private static boolean isOurs(JavaClass type) {
    return type.isTopLevelClass()
        && !type.getSimpleName().equals("package-info")
        && !type.getPackageName().startsWith("dev.kiln.proto")
        && !type.getPackageName().startsWith("dev.kiln.bench")
        && !type.getPackageName().startsWith("dev.kiln.testkit");
  }
}
