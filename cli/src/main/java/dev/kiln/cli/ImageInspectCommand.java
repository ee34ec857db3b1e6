package dev.kiln.cli;

import dev.kiln.cli.images.Target.InspectedImage;
import dev.kiln.cli.json.JsonWriter;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.runtime.containers.ImageFacts;
import dev.kiln.runtime.containers.ImageInspection;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells what images say of their functions. */
final class ImageInspectCommand {
  static final String NAME = "inspect";

  private static final Flag OUTPUT =
      new Flag("--output", "-o", "FORMAT", "", "table, or for the definitions yaml or json");
  private static final Flags FLAGS = new Flags(OUTPUT, ImageArgument.ENGINE);

  private ImageInspectCommand() {}

  /** Exits with 1 if there is no definition, for a script to ask. */
  static int run(List<String> args) {
    FlagValues values = FLAGS.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(usage());
      return 0;
    }
    FlagValues.Given format =
        values.find(OUTPUT).orElse(new FlagValues.Given(OUTPUT.name(), "table"));
    if (!List.of("table", "yaml", "json").contains(format.value())) {
      throw format.invalid("table, yaml or json");
    }
    List<InspectedImage> images = ImageArgument.of(values).inspect();
    images.stream()
        .flatMap(image -> image.inspection().facts().warnings().stream())
        .distinct()
        .forEach(warning -> System.err.println("warning: " + warning));
    List<FunctionDefinition> all = definitions(images);
    if (all.isEmpty()) {
      String name = images.getFirst().inspection().facts().image();
      System.err.println(
          "error: image %s says nothing of functions that can be read: it is taken for a program of spec v1 (expected: kiln image annotate)"
              .formatted(name));
      return 1;
    }
    System.out.print(
        switch (format.value()) {
          case "yaml" -> yaml(all);
          case "json" -> json(all);
          default -> table(images);
        });
    return 0;
  }

  /** Those of all platforms, each once. */
  private static List<FunctionDefinition> definitions(List<InspectedImage> images) {
    Map<String, FunctionDefinition> all = new LinkedHashMap<>();
    for (InspectedImage image : images) {
      image
          .inspection()
          .facts()
          .definitions()
          .forEach(one -> all.putIfAbsent(one.node().toString(), one));
    }
    return List.copyOf(all.values());
  }

  private static String yaml(List<FunctionDefinition> all) {
    return all.stream()
        .map(FunctionDefinition::node)
        .map(Node::value)
        .map(value -> Yaml.of(value).toString())
        .collect(Collectors.joining("---\n"));
  }

  private static String json(List<FunctionDefinition> all) {
    List<Object> values = new ArrayList<>();
    all.forEach(one -> values.add(one.node().value()));
    return JsonWriter.of(values.size() == 1 ? values.getFirst() : values);
  }

  /** Groups the platforms that have the same definitions. */
  private static String table(List<InspectedImage> images) {
    Map<String, List<InspectedImage>> groups = new LinkedHashMap<>();
    for (InspectedImage image : images) {
      groups.computeIfAbsent(rest(image.inspection()), _ -> new ArrayList<>()).add(image);
    }
    return groups.entrySet().stream()
        .map(group -> head(group.getValue()) + group.getKey())
        .collect(Collectors.joining("\n"));
  }

  private static String head(List<InspectedImage> images) {
    var names = new LinkedHashSet<String>();
    var platforms = new LinkedHashSet<String>();
    for (InspectedImage image : images) {
      names.add(image.inspection().facts().image());
      platforms.add(image.platform());
    }
    platforms.remove("");
    String where = platforms.isEmpty() ? "" : " (" + String.join(", ", platforms) + ")";
    return String.join(", ", names) + where + "\n";
  }

  private static String rest(ImageInspection inspection) {
    ImageFacts facts = inspection.facts();
    if (facts.definitions().isEmpty()) {
      return "  says nothing of functions that can be read\n";
    }
    String user = inspection.user();
    return """
      found in     %s
      runs as      %s
      spec         %s: %s
      idempotent   %s

    %s"""
        .formatted(
            inspection.foundIn(),
            user.isEmpty() ? "root, for it names no user" : user,
            String.join(", ", facts.specVersions()),
            facts.isServer() ? "started once, as a server" : "started for each call",
            facts.isIdempotent() ? "yes" : "no",
            DefinitionText.imageTable(facts.definitions()));
  }

  private static String usage() {
    return """
    usage: kiln image inspect IMAGE [flags]

    Shows the definitions of functions that an image carries, and where it carries them. Exits with
    1 if there are none. Neither pulls the image nor runs it.

    %s
    Flags:
    %s"""
        .formatted(ImageArgument.HELP, FLAGS.help());
  }
}
