package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command of the distribution does its work with what is bundled with it. */
class EveryCommandIT {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));
  private static final String LABELLED = "    labels:\n      team: pottery\n";

  @TempDir private Path folder;
  private Shell shell = new Shell(Path.of(""));
  private String list = "";

  /** With no Java on its path, nor anything else but the usual. */
  @BeforeEach
  void makeShell() throws Exception {
    shell = new Shell(folder).with("PATH", "/usr/bin:/bin").with("HOME", folder);
    list = Files.readString(TOP.resolve("docs/list.yaml"));
  }

  private static String[] kiln(String... args) throws Exception {
    return Stream.concat(Stream.of(Distribution.folder() + "/bin/kiln"), Stream.of(args))
        .toArray(String[]::new);
  }

  private String run(String... args) throws Exception {
    Shell.Ended ended = shell.run(list, kiln(args));
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    return ended.out();
  }

  @Test
  void thereIsATestOfEachCommandHere() throws Exception {
    List<String> commands =
        run("help").lines().filter(line -> line.matches("  [a-z]+ +[A-Z].*")).toList();

    assertThat(commands)
        .extracting(line -> line.strip().replaceFirst(" .*", ""))
        .containsExactlyInAnyOrder(
            "serve",
            "call",
            "shim",
            "fn",
            "daemon",
            "init",
            "functions",
            "health",
            "image",
            "conformance",
            "version",
            "help");
  }

  @Test
  void serveRunsOnce() throws Exception {
    assertThat(run("serve", "--function", "set-labels")).contains(LABELLED);
  }

  @Test
  void serveListensAndCallReachesItAndHealthAsksIt() throws Exception {
    String http = "unix://" + folder.resolve("h");
    String admin = "unix://" + folder.resolve("a");
    try (var host =
        Server.start(shell.open(kiln("serve", "--admin-addr=" + admin, "--http-addr=" + http)))) {
      assertThat(run("call", http, "--function", "set-labels")).contains(LABELLED);
      assertThat(run("health", admin)).startsWith("healthy: ");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void shimIsInstalledAndRemoved() throws Exception {
    run("shim", "install", "stand-ins");
    assertThat(folder.resolve("stand-ins/docker")).isExecutable();
    run("shim", "uninstall", "stand-ins");
    assertThat(folder.resolve("stand-ins")).isEmptyDirectory();
  }

  @Test
  void fnRunsFunctionsOverAFolder() throws Exception {
    Path file = Files.createDirectory(folder.resolve("package")).resolve("a.yaml");
    Files.writeString(file, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");

    run("fn", "run", "package", "--function", "set-labels", "--", "tier=web");

    assertThat(file).content().contains("tier: web");
    run("fn", "sink", "copy");
    assertThat(folder.resolve("copy")).isNotEmptyDirectory();
    assertThat(run("fn", "source", "package")).contains("tier: web");
  }

  @Test
  void daemonStartsAndStops() throws Exception {
    assertThat(run("daemon", "start")).startsWith("runs at unix://" + folder);
    try {
      assertThat(run("daemon", "status")).startsWith("runs at unix://" + folder);
    } finally {
      assertThat(run("daemon", "stop")).isEqualTo("stopped\n");
    }
  }

  @Test
  void initWritesAProject() throws Exception {
    assertThat(run("init", "my-function")).startsWith("my-function has a function");
  }

  @Test
  void functionsListsThoseInTheBox() throws Exception {
    assertThat(run("functions")).contains("set-labels").contains("apply-replacements");
  }

  @Test
  void conformanceListsItsClauses() throws Exception {
    assertThat(run("conformance", "--clauses")).contains("v1/list-out");
  }

  @Test
  void versionSaysWhichJavaIsBundled() throws Exception {
    assertThat(run("version"))
        .startsWith("kiln " + System.getProperty("kiln.version") + ", Java 25");
  }

  @Test
  void imageWritesDefinitionsAndReadsThem() throws Exception {
    layout();
    Path definition =
        TOP.resolve("functions/src/main/resources/dev/kiln/functions/setlabels/SetLabels.yaml");

    run("image", "annotate", "layout", "--definition", definition.toString());

    assertThat(run("image", "inspect", "layout")).contains("set-labels");
  }

  /** An OCI layout with an image without layers. */
  private void layout() throws Exception {
    Files.createDirectories(folder.resolve("layout/blobs/sha256"));
    String config =
        blob(
            "config",
            "{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{},\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[]}}");
    String manifest =
        blob(
            "manifest",
            "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":%s,\"layers\":[]}"
                .formatted(config));
    Files.writeString(folder.resolve("layout/oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    Files.writeString(
        folder.resolve("layout/index.json"),
        "{\"schemaVersion\":2,\"manifests\":[" + manifest + "]}");
  }

  /** Stores a blob and describes it. */
  private String blob(String type, String json) throws Exception {
    byte[] bytes = json.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    Files.write(folder.resolve("layout/blobs/sha256/" + digest), bytes);
    return "{\"mediaType\":\"application/vnd.oci.image.%s.v1+json\",\"digest\":\"sha256:%s\",\"size\":%d}"
        .formatted(type, digest, bytes.length);
  }
}
