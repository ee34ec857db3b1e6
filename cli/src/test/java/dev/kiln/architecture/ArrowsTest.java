package dev.kiln.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArrowsTest {
  private static final String YAML = "dev.kiln.yaml..";

  /** What other modules see of the YAML library, beside {@code Yaml}. */
  private static final Set<String> YAML_NODES =
      Stream.concat(
              Stream.of("Node", "Path", "Edit", "Entry", "Match", "Comment", "Style", "BadYaml")
                  .map("dev.kiln.yaml.node."::concat),
              Stream.of("dev.kiln.yaml.table.CallInterrupted"))
          .collect(Collectors.toUnmodifiableSet());

  private static final String SDK = "dev.kiln.sdk..";
  private static final String FUNCTIONS = "dev.kiln.functions..";
  private static final String FLAGS = "dev.kiln.flags..";
  private static final String NET = "dev.kiln.net..";
  private static final String RUNTIME = "dev.kiln.runtime..";
  private static final String PROTO = "dev.kiln.proto..";
  private static final String SERVER = "dev.kiln.server..";
  private static final String CLIENT = "dev.kiln.client..";
  private static final String CONFORMANCE = "dev.kiln.conformance..";
  private static final String CLI = "dev.kiln.cli..";
  private static final String JDK = "java..";
  private static final String JSPECIFY = "org.jspecify..";

  private static final JavaClasses OURS =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("dev.kiln");

  @Test
  void everyModuleIsSeen() {
    assertThat(OURS.stream().map(JavaClass::getPackageName).map(ArrowsTest::module))
        .contains(
            "yaml",
            "sdk",
            "functions",
            "flags",
            "net",
            "runtime",
            "server",
            "client",
            "conformance",
            "cli");
  }

  @Test
  void yamlKnowsTheJdkOnly() {
    knowsOnly(YAML, JDK, JSPECIFY);
  }

  @Test
  void sdkKnowsNoTransport() {
    knowsOnly(SDK, YAML, JDK, JSPECIFY);
  }

  @Test
  void functionsKnowTheSdkOnly() {
    knowsOnly(FUNCTIONS, SDK, YAML, JDK, JSPECIFY, "com.google.re2j..");
  }

  @Test
  void flagsKnowTheJdkOnly() {
    knowsOnly(FLAGS, JDK, JSPECIFY);
  }

  @Test
  void netKnowsTransportsOnly() {
    knowsOnly(
        NET,
        JDK,
        "javax.net.ssl..",
        "javax.security.auth.x500..",
        "io.netty..",
        "io.grpc..",
        JSPECIFY);
  }

  /** Netty reads its settings when its first class is initialized, and addresses come before. */
  @Test
  void addressesAreReadWithoutNetty() {
    noClasses()
        .that()
        .haveNameMatching("dev\\.kiln\\.net\\.Address(Text)?(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(OURS);
  }

  @Test
  void runtimeKnowsNoDoorAndNoFunction() {
    knowsOnly(
        RUNTIME,
        FLAGS,
        NET,
        PROTO,
        SDK,
        YAML,
        JDK,
        "javax.net.ssl..",
        "io.netty..",
        "io.grpc..",
        "com.google.protobuf..",
        "com.google.rpc..",
        JSPECIFY);
  }

  @Test
  void runtimeKnowsATransportWhereItCallsServersOnly() {
    noClasses()
        .that(resideInAPackage(RUNTIME).and(not(resideInAPackage("dev.kiln.runtime.remote.."))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(PROTO, NET, "io.netty..", "io.grpc..", "com.google..")
        .check(OURS);
  }

  @Test
  void serverKnowsNoFunctionAndNoCommand() {
    knowsOnly(
        SERVER,
        RUNTIME,
        NET,
        FLAGS,
        PROTO,
        SDK,
        YAML,
        JDK,
        "javax.net.ssl..",
        "javax.security.auth.x500..",
        "com.sun.management..", // the processor time of the process
        "io.netty..",
        "io.grpc..",
        "io.micrometer..",
        "com.google.protobuf..",
        "com.google.rpc..",
        JSPECIFY);
  }

  @Test
  void clientKnowsNoTransportAndNoServer() {
    knowsOnly(CLIENT, RUNTIME, FLAGS, SDK, YAML, JDK, JSPECIFY);
  }

  /** A judge does not borrow the eyes of the accused. */
  @Test
  void conformanceKnowsTheContractsOnly() {
    knowsOnly(
        CONFORMANCE,
        PROTO,
        JDK,
        "javax.xml.stream..",
        "org.snakeyaml..",
        "io.netty..",
        "io.grpc..",
        "com.google.protobuf..",
        "com.google.rpc..",
        JSPECIFY);
  }

  @Test
  void nothingShippedNeedsTheTestingPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.kiln.sdk.testing..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.kiln.sdk.testing..")
        .check(OURS);
  }

  /** The modules' own rule: nothing but tests depends on the testkit. */
  @Test
  void nothingShippedNeedsTheTestkit() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.kiln.testkit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.kiln.testkit..")
        .check(OURS);
  }

  @Test
  void onlyAProgramEndsTheProcess() {
    noClasses()
        .that()
        .resideOutsideOfPackages(SERVER, CLI, CONFORMANCE)
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(OURS);
  }

  /** Each layer of the YAML library knows those below it only. */
  @Test
  void yamlIsBuiltInLayers() {
    knowsOnly("dev.kiln.yaml.table", JDK, JSPECIFY);
    knowsOnly("dev.kiln.yaml.node", "dev.kiln.yaml.table", JDK, JSPECIFY);
    knowsOnly("dev.kiln.yaml.read", "dev.kiln.yaml.node", "dev.kiln.yaml.table", JDK, JSPECIFY);
    knowsOnly("dev.kiln.yaml.write", "dev.kiln.yaml.node", "dev.kiln.yaml.table", JDK, JSPECIFY);
    noClasses()
        .that()
        .resideInAPackage("dev.kiln.yaml.edit")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.kiln.yaml")
        .check(OURS);
  }

  /** What an author sees knows neither schemas nor how functions are found and run. */
  @Test
  void sdkIsBuiltInLayers() {
    knowsOnly("dev.kiln.sdk.classpath", JDK, JSPECIFY);
    knowsOnly("dev.kiln.sdk", "dev.kiln.sdk.classpath", YAML, JDK, JSPECIFY);
    knowsOnly("dev.kiln.sdk.schema", "dev.kiln.sdk", YAML, JDK, JSPECIFY);
    knowsOnly(
        "dev.kiln.sdk.loading",
        "dev.kiln.sdk.schema",
        "dev.kiln.sdk.classpath",
        "dev.kiln.sdk",
        YAML,
        JDK,
        JSPECIFY);
  }

  /** Beside {@code Yaml}, others use the types that a node shows. */
  @Test
  void yamlKeepsItsInsidesToItself() {
    noClasses()
        .that()
        .resideOutsideOfPackage(YAML)
        .should()
        .dependOnClassesThat(describe("are internal to yaml", ArrowsTest::isInsideOfYaml))
        .check(OURS);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.kiln.(**)").should().beFreeOfCycles().check(OURS);
  }

  @Test
  void packagesAreNamedForAnIdea() {
    assertThat(packages())
        .noneMatch(
            name -> name.matches(".*\\.(util|utils|common|impl|helper|helpers|manager)(\\..*)?"));
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(
            OURS.stream()
                .filter(not(resideInAPackage(PROTO))) // generated
                .map(JavaClass::getPackage)
                .distinct()
                .filter(p -> !p.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName))
        .isEmpty();
  }

  private static boolean isInsideOfYaml(JavaClass type) {
    return type.getPackageName().startsWith("dev.kiln.yaml.")
        && !YAML_NODES.contains(type.getName().replaceFirst("\\$.*", ""));
  }

  private static void knowsOnly(String module, String... known) {
    String[] all = Stream.concat(Stream.of(module), Stream.of(known)).toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(module)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(all)
        .check(OURS);
  }

  private static Set<String> packages() {
    return OURS.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
  }

  private static String module(String packageName) {
    return packageName.split("\\.", -1)[2];
  }
}
