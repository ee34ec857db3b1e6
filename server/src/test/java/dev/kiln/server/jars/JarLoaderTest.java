package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.KrmFunction;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JarLoaderTest {
  private static final String XSD =
      "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>%s</xs:schema>";

  @TempDir Path folder;

  private String said(JarBuilder jar) throws IOException {
    jar.in(folder, "a.jar");
    return JarRuns.said(JarRuns.folder(folder).read());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.kiln.sdk.ResourceList",
        "dev.kiln.yaml.node.Node",
        "org.jspecify.annotations.Nullable",
        "java.util.List",
        "java.net.http.HttpClient",
      })
  void aJarSeesTheSdkAndTheJdk(String name) throws IOException {
    assertThat(said(JarBuilder.saying("return Class.forName(\"" + name + "\").getName();")))
        .isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.kiln.server.FunctionServer",
        "dev.kiln.server.jars.JarFolder",
        "dev.kiln.runtime.Evaluator",
        "io.netty.channel.Channel",
        "io.grpc.Server",
        "org.junit.jupiter.api.Test",
        "com.example.InAnotherJar",
      })
  void aJarSeesNothingElseOfTheHost(String name) throws IOException {
    new JarBuilder()
        .function(
            "other",
            "public record InAnotherJar() implements ItemFunction {" + JarBuilder.SAME + "}")
        .in(folder, "b.jar");
    JarBuilder.saying("return Class.forName(\"" + name + "\");").in(folder, "a.jar");
    assertThat(JarRuns.said(JarRuns.folder(folder).read().jars().getFirst()))
        .isEqualTo("caught java.lang.ClassNotFoundException: " + name);
  }

  @Test
  void theHostsResourcesAreNotSeen() throws IOException {
    String ofTheHost = JarFolder.class.getName().replace('.', '/') + ".class";
    assertThat(JarFolder.class.getClassLoader().getResource(ofTheHost)).isNotNull();
    assertThat(said(JarBuilder.saying("return Say.class.getResource(\"/" + ofTheHost + "\");")))
        .isEqualTo("null");
  }

  @Test
  void theSdkIsTheHostsWhateverTheJarBrings() throws IOException {
    String sdk = "dev/kiln/sdk/KrmFunction.class";
    String later = "dev/kiln/sdk/OfALaterSdk.class";
    byte[] own = JarBuilder.compiled("class KrmFunction {}", "KrmFunction");
    JarBuilder jar =
        JarBuilder.saying(
                """
                String later = "there";
                try {
                  Class.forName("dev.kiln.sdk.OfALaterSdk");
                } catch (ClassNotFoundException e) {
                  later = "not there";
                }
                return KrmFunction.class.getClassLoader() + " " + later;
                """)
            .file(sdk, own)
            .file(later, own);
    assertThat(said(jar)).isEqualTo(KrmFunction.class.getClassLoader() + " not there");
  }

  @Test
  void resourcesAreReadAsInAnyJar() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
                """
                ClassLoader loader = Say.class.getClassLoader();
                java.net.URL url = Say.class.getResource("a b%.txt");
                var all = new ArrayList<String>();
                all.add(new String(Say.class.getResourceAsStream("a b%.txt").readAllBytes()));
                all.add(new String(loader.getResource("top.txt").openStream().readAllBytes()));
                all.add(new String(new java.net.URL(url, "../../top.txt").openStream().readAllBytes()));
                all.add(new String(new java.net.URL(url, "/top.txt").openStream().readAllBytes()));
                all.add("" + url.openConnection().getContentLength());
                all.add("" + Collections.list(loader.getResources("top.txt")).size());
                all.add("" + Collections.list(loader.getResources("none.txt")).size());
                all.add("" + Say.class.getResource("none.txt"));
                all.add("" + url.toURI().getPath());
                return all;
                """)
            .file("com/example/a b%.txt", "beside")
            .file("top.txt", "top");
    assertThat(said(jar))
        .isEqualTo("[beside, top, top, top, 6, 1, 0, null, /com/example/a b%.txt]");
  }

  @Test
  void aUrlOpensByItsTextToo() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
                """
                java.net.URL schema = Say.class.getResource("part.xsd");
                javax.xml.validation.SchemaFactory.newDefaultInstance().newSchema(schema);
                schema = Say.class.getResource("more.xsd").toURI().toURL();
                return new String(schema.openStream().readAllBytes());
                """)
            .file("com/example/part.xsd", XSD.formatted("<xs:include schemaLocation='more.xsd'/>"))
            .file("com/example/more.xsd", XSD.formatted(""));
    assertThat(said(jar)).isEqualTo(XSD.formatted(""));
  }

  @Test
  void aUrlSaysWhichFileIsNotThere() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
            "return new java.net.URL(Say.class.getResource(\"Say.class\"), \"x\").openStream();");
    assertThat(said(jar))
        .matches("caught java.io.FileNotFoundException: kiln-jar://a.jar!\\d+/com/example/x");
  }

  @Test
  void urlsOfTwoVersionsOfAJarDiffer() throws IOException {
    JarFolder jars = JarRuns.folder(folder);
    JarBuilder jar =
        JarBuilder.saying("return Say.class.getResource(\"a.txt\").openStream().read();");
    jar.file("com/example/a.txt", "\u0001").in(folder, "a.jar");
    JarFolder.Jar one = jars.read().jars().getFirst();
    jar.file("com/example/a.txt", "\u0002").in(folder, "a.jar");
    JarFolder.Jar two = jars.read().jars().getFirst();
    assertThat(url(one)).isNotEqualTo(url(two));
    assertThat(JarRuns.said(one)).isEqualTo("1");
    assertThat(JarRuns.said(two)).isEqualTo("2");
  }

  private static String url(JarFolder.Jar jar) {
    return String.valueOf(jar.functions().getFirst().type().getResource("a.txt"));
  }

  @Test
  void servicesOfTheJarAreFound() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
                """
                  var all = new ArrayList<String>();
                  ServiceLoader.load(Word.class).forEach(each -> all.add(each.get()));
                  ServiceLoader.load(Word.class, Say.class.getClassLoader())
                      .forEach(each -> all.add(each.get()));
                  return all;
                  }
                  public interface Word { String get(); }
                  public static final class Clay implements Word {
                    public String get() { return "clay"; }
                  }
                  static void end() {
                """)
            .file("META-INF/services/com.example.Say$Word", "com.example.Say$Clay");
    assertThat(said(jar)).isEqualTo("[clay, clay]");
  }

  @Test
  void theThreadHasItsLoaderBackBehindACall() throws IOException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    JarBuilder jar =
        JarBuilder.saying("return Thread.currentThread().getContextClassLoader().getName();");
    assertThat(said(jar)).isEqualTo("a.jar");
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void ofSeveralVersionsTheHighestThatFitsIsTaken() throws IOException {
    int here = Runtime.version().feature();
    JarBuilder jar =
        JarBuilder.saying(
                """
                  return new Of().java() + Say.class.getResource("a.txt").openStream().read();
                }
                static class Of { int java() { return 8; }
                """)
            .file("com/example/a.txt", "base")
            .file("META-INF/versions/" + here + "/com/example/a.txt", "\u0007")
            .file("META-INF/versions/" + (here + 1) + "/com/example/a.txt", "later");
    for (int java : new int[] {11, 21, here + 1}) {
      byte[] of =
          JarBuilder.compiled(
              "class Say { static class Of { int java() { return %d; } } }".formatted(java),
              "Say$Of");
      jar.file("META-INF/versions/" + java + "/com/example/Say$Of.class", of);
    }
    assertThat(said(jar.manifest("Multi-Release: true\n"))).isEqualTo("28");
    assertThat(said(jar.manifest(""))).isEqualTo(String.valueOf(8 + 'b'));
  }

  @Test
  void packagesKnowWhatTheManifestSays() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
                """
                Package own = Say.class.getPackage();
                return own.getImplementationVersion() + " " + own.getSpecificationTitle()
                    + " " + own.isSealed();
                """)
            .manifest(
                """
                Implementation-Version: 1.2.3
                Specification-Title: all

                Name: com/example/
                Specification-Title: own
                Sealed: true
                """);
    assertThat(said(jar)).isEqualTo("1.2.3 own true");
  }

  @Test
  void classesKnowWhereTheyCameFrom() throws IOException {
    JarBuilder jar =
        JarBuilder.saying("return Say.class.getProtectionDomain().getCodeSource().getLocation();");
    assertThat(Path.of(URI.create(said(jar)))).isEqualTo(folder.resolve("a.jar"));
  }

  @Test
  void whatRunsIsNotDisturbedByWhatHappensToTheFile() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
                """
                  return new Late().word() + Say.class.getResource("a.txt").openStream().read();
                }
                static class Late { String word() { return "late"; }
                """)
            .file("com/example/a.txt", "\u0007");
    Path file = jar.in(folder, "a.jar");
    var reading = JarRuns.folder(folder).read();
    Files.writeString(file, "something else");
    assertThat(JarRuns.said(reading)).isEqualTo("late7");
    Files.delete(file);
    assertThat(JarRuns.said(reading)).isEqualTo("late7");
  }
}
