package dev.kiln.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.TlsFolder;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import java.io.IOException;
import java.io.StringWriter;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shipped: unpacked somewhere, installed and removed, and what it loads. */
class DistributionIT {
  private static final String PATH = "/usr/bin:/bin";
  private static final String CACHED = "source: shared objects file";

  /**
   * Classes that no cache holds: events of Flight Recorder, and classes of Netty for TLS libraries
   * that are not there.
   */
  private static final Pattern NEVER_CACHED =
      Pattern.compile(
          " jdk\\.internal\\.event\\."
              + "| io\\.netty\\.handler\\.ssl\\.(\\w*OpenSsl\\w*Context|ConscryptAlpnSslEngine) ");

  @TempDir static Path place;
  private static Path kiln;

  @TempDir Path folder;
  private Shell shell;

  @BeforeAll
  static void unpack() throws Exception {
    Path archive = only(Path.of(System.getProperty("kiln.distribution")), "kiln-*.tar.gz");
    assertThat(
            new Shell(place)
                .with("PATH", PATH)
                .run("", "tar", "xzf", archive.toString())
                .exitCode())
        .isZero();
    kiln = only(place, "kiln-*").resolve("bin/kiln");
  }

  private static Path only(Path folder, String name) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name)) {
      return files.iterator().next();
    }
  }

  /** With no Java of its own, nor anything else but the usual. */
  @BeforeEach
  void makeShell() {
    shell = new Shell(folder).with("PATH", PATH).with("HOME", folder);
  }

  /** By name, whose cache is its own; and by the functionConfig's type. */
  @ParameterizedTest
  @CsvSource({
    "--function=set-labels, v1, ConfigMap, data",
    "--function=set-annotations, v1, ConfigMap, data",
    "--timeout=9m, fn.kpt.dev/v1alpha1, SetLabels, labels"
  })
  void aRunFromStdinTakesEveryClassFromTheCacheAndNoneOfAServers(
      String flag, String apiVersion, String kind, String field) throws Exception {
    String list =
        """
        apiVersion: config.kubernetes.io/v1
        kind: ResourceList
        functionConfig:
          apiVersion: %s
          kind: %s
          metadata: {name: config}
          %s:
            team: pottery
        items:
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: menu
        """
            .formatted(apiVersion, kind, field);
    Path loaded = folder.resolve("loaded");
    shell.with("KILN_JAVA_OPTS", "-XX:AOTMode=on -Xlog:class+load:file=" + loaded);

    Shell.Ended ended = shell.run(list, kiln.toString(), "serve", flag);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    List<String> lines = Files.readAllLines(loaded);
    assertThat(lines).anyMatch(line -> line.contains("dev.kiln.yaml.read.Parser "));
    assertThat(lines)
        .noneMatch(
            line ->
                line.contains(" io.netty.")
                    || line.contains(" io.grpc.")
                    || line.contains(" io.micrometer.")
                    || line.contains(" com.fasterxml.")
                    || line.contains(" tools.jackson."));
    assertThat(lines).filteredOn(line -> !line.contains(CACHED)).isEmpty();
  }

  /** Until it listens: what it loads when it ends is a matter of what is open then. */
  @Test
  void aHostTakesItsClassesFromTheCache() throws Exception {
    Path loaded = folder.resolve("loaded");
    shell.with("KILN_JAVA_OPTS", "-XX:AOTMode=on -Xlog:class+load:file=" + loaded);

    try (var host =
        Server.start(
            shell.open(
                kiln.toString(),
                "serve",
                "--http-addr",
                "127.0.0.1:0",
                "--grpc-addr",
                "127.0.0.1:0"))) {
      assertThat(Files.readAllLines(loaded))
          .isNotEmpty()
          .filteredOn(line -> line.contains("source: file:"))
          .filteredOn(line -> !NEVER_CACHED.matcher(line).find())
          .isEmpty();
      host.end();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc", "https", "grpcs"})
  void aFirstCallTakesItsClassesFromTheCache(String scheme) throws Exception {
    Path loaded = folder.resolve("loaded");
    shell.with("KILN_JAVA_OPTS", "-XX:AOTMode=on -Xlog:class+load:file=" + loaded);
    String door = scheme.substring(0, 4);
    var command = new ArrayList<>(List.of(kiln.toString(), "serve"));
    command.addAll(List.of("--" + door + "-addr", "127.0.0.1:0"));
    RemoteSettings settings = RemoteSettings.of(1 << 20).withFunction("set-labels");
    if (!scheme.equals(door)) {
      TlsFolder.make(folder);
      settings = settings.withTls(folder.resolve("tls.crt"), null, null);
      command.addAll(List.of("--tls-dir", folder.toString()));
    }

    try (var host = Server.start(shell.open(command.toArray(String[]::new)))) {
      RemoteAddress address = RemoteAddress.parse(scheme + "://" + host.address(door));
      try (Runner caller = new RemoteRunner("set-labels", List.of(address), settings)) {
        Outcome outcome = caller.run(Invocation.of(Lists.LABEL.getBytes(UTF_8)));
        assertThat(outcome.bytes().map(bytes -> new String(bytes, UTF_8))).contains(Lists.LABELLED);
      }
      assertThat(Files.readAllLines(loaded))
          .isNotEmpty()
          .filteredOn(line -> line.contains("source: file:") || line.contains("source: jrt:"))
          .filteredOn(line -> !NEVER_CACHED.matcher(line).find())
          .isEmpty();
      host.end();
    }
  }

  /** The JVM would look for the jars there once for each class, which takes longer than a run. */
  @Test
  void noCacheNamesThePlaceThatItWasMadeIn() throws Exception {
    String made = Path.of(System.getProperty("kiln.distribution")).toRealPath().toString();
    Path caches = Objects.requireNonNull(kiln.getParent()).resolveSibling("lib");

    try (DirectoryStream<Path> all = Files.newDirectoryStream(caches, "*.aot")) {
      assertThat(all.iterator())
          .toIterable()
          .isNotEmpty()
          .allSatisfy(
              cache -> assertThat(Files.readString(cache, ISO_8859_1).contains(made)).isFalse());
    }
  }

  @Test
  void aHostTellsItsMetrics() throws Exception {
    Path admin = folder.resolve("a");
    String http = "unix://" + folder.resolve("h");
    var answer = new StringWriter();

    try (var host =
            Server.start(
                shell.open(
                    kiln.toString(),
                    "serve",
                    "--admin-addr=unix://" + admin,
                    "--http-addr",
                    http));
        var channel = SocketChannel.open(UnixDomainSocketAddress.of(admin))) {
      channel.write(UTF_8.encode("GET /metrics HTTP/1.1\r\nHost: k\r\nConnection: close\r\n\r\n"));
      Channels.newReader(channel, UTF_8).transferTo(answer);
      host.end();
    }

    assertThat(answer.toString()).startsWith("HTTP/1.1 200 ").contains("krm_functions 10");
  }

  @Test
  void writesAProject() throws Exception {
    Shell.Ended ended = shell.run("", kiln.toString(), "init", "my-function");

    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(folder.resolve("my-function/pom.xml")).exists();
  }

  @Test
  void aDebuggerCanAttach() throws Exception {
    shell.with(
        "KILN_JAVA_OPTS",
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");

    Shell.Ended ended = shell.run("", kiln.toString(), "version");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Listening for transport dt_socket at address: ");
  }

  @Test
  void isInstalledAndRemovedByOneCommandEach() throws Exception {
    Path prefix = folder.resolve("a place");
    Path installed = prefix.resolve("bin/kiln");

    Shell.Ended ended = shell.run("", kiln.toString(), "install", "--prefix", prefix.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("installed kiln ").endsWith(" as " + installed + "\n");
    assertThat(shell.run("", installed.toString(), "version").out()).startsWith("kiln ");
    assertThat(shell.run("", installed.toString(), "uninstall").exitCode()).isZero();
    assertThat(prefix.resolve("bin")).isEmptyDirectory();
    assertThat(prefix.resolve("lib")).isEmptyDirectory();
  }

  @Test
  void anotherOneIsReplaced() throws Exception {
    shell.run("", kiln.toString(), "install", "--prefix=" + folder);
    Path old = Files.writeString(folder.resolve("lib/kiln/old"), "");

    assertThat(shell.run("", kiln.toString(), "install", "--prefix=" + folder).exitCode()).isZero();

    assertThat(old).doesNotExist();
    assertThat(folder.resolve("lib")).isDirectoryContaining("glob:**/kiln");
  }

  @ParameterizedTest
  @ValueSource(strings = {"install", "uninstall"})
  void whatOnlyHasTheNameStays(String word) throws Exception {
    Path other = Files.createDirectories(folder.resolve("lib/kiln")).resolve("mine");
    Files.writeString(other, "mine");

    Shell.Ended ended = shell.run("", kiln.toString(), word, "--prefix", folder.toString());

    assertThat(ended)
        .isEqualTo(
            new Shell.Ended(
                1,
                "",
                "kiln "
                    + word
                    + ": "
                    + other.getParent()
                    + " is something else: nothing was done\n"));
    assertThat(other).hasContent("mine");
    assertThat(folder.resolve("bin/kiln").toFile()).doesNotExist();
  }

  @Test
  void worksThroughLinks() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("k"), kiln);
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(shell.run("", link.toString(), "version").out()).startsWith("kiln ");
  }

  @Test
  void leavesACacheAloneThatIsNotForThisRun() throws Exception {
    shell.with("KILN_JAVA_OPTS", "-XX:-UseCompressedClassPointers");

    assertThat(shell.run("", kiln.toString(), "version").out()).startsWith("kiln ");
  }

  @Test
  void whatTheJvmSaysStaysOffStdout() throws Exception {
    shell.with("KILN_JAVA_OPTS", "-XX:+PrintFlagsFinal");

    Shell.Ended ended = shell.run("", kiln.toString(), "version");

    assertThat(ended.out()).startsWith("kiln ").hasLineCount(1);
    assertThat(ended.err()).contains("AOTCache");
  }
}
