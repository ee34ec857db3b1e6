package dev.kiln.interop;

import dev.kiln.testkit.Program;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A copy of {@code deploy/}, which tests may change and add their own kustomizations to. */
final class Deploy {
  private final Path folder;

  /** Makes the copy in a folder that is there. */
  Deploy(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    Path source = Path.of(System.getProperty("kiln.top"), "deploy");
    Program.run(List.of("cp", "-R", source + "/.", folder.toString())).well();
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  String text(String file) throws IOException {
    return Files.readString(file(file));
  }

  /** The base as a user has it, with components and whatever else is said. */
  String kubernetes(String... more) throws Exception {
    return with("resources: [../kubernetes/base]\n" + String.join("\n", more));
  }

  /** A kustomization of the user's own, beside the folders that are here. */
  String with(String kustomization) throws Exception {
    Path own = Files.createDirectories(file("own"));
    Files.writeString(own.resolve("kustomization.yaml"), kustomization);
    return render("own");
  }

  /** What is applied to a cluster. */
  String render(String kustomization) throws Exception {
    String kustomize = Peers.kustomize().resolve("kustomize").toString();
    return Program.run(List.of(kustomize, "build", file(kustomization).toString())).well().out();
  }

  /** A resource among those that are applied. */
  static Node find(String resources, String kind, String name) {
    return Yaml.parseAll(resources.getBytes(StandardCharsets.UTF_8)).stream()
        .filter(each -> kind.equals(text(each, "kind")))
        .filter(each -> name.equals(text(each, "metadata.name")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name + " in: " + resources));
  }

  /** What is written there. */
  static String text(Node node, String path) {
    return at(node, path).text();
  }

  static Node at(Node node, String path) {
    return node.find(path).orElseThrow(() -> new AssertionError("no " + path + " in: " + node));
  }
}
