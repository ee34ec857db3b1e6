package dev.kiln.cli;

import dev.kiln.cli.images.Definitions;
import dev.kiln.cli.images.Source;
import dev.kiln.cli.images.Target.AnnotatedImage;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes the definitions of functions into the image that holds them. */
final class ImageAnnotateCommand {
  static final String NAME = "annotate";

  private static final Flag DEFINITION =
      new Flag(
          "--definition",
          "-d",
          "FILE",
          "",
          "a KRMFunctionDefinition in YAML or JSON, or several; may be given several times");
  private static final Flag FUNCTIONS =
      Flag.of(
          "--functions",
          "DIR|JAR",
          "",
          "the jars that are in the image, whose definitions are taken; may be given several times");
  private static final Flags FLAGS = new Flags(DEFINITION, FUNCTIONS, ImageArgument.ENGINE);

  private ImageAnnotateCommand() {}

  static int run(List<String> args) {
    FlagValues values = FLAGS.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(usage());
      return 0;
    }
    List<AnnotatedImage> done = ImageArgument.of(values).annotate(source(values));
    for (AnnotatedImage image : done) {
      System.out.print(describe(image));
    }
    done.stream()
        .flatMap(image -> image.definitions().all().stream())
        .filter(ImageAnnotateCommand::hasNoVersion)
        .map(FunctionDefinition::name)
        .distinct()
        .forEach(
            name ->
                System.err.println(
                    "warning: %s says nothing under conformWithSpecVersions: it is taken for a program of spec v1, started for each call"
                        .formatted(name)));
    return 0;
  }

  private static boolean hasNoVersion(FunctionDefinition one) {
    return one.versions().stream().allMatch(version -> version.specVersions().isEmpty());
  }

  private static Source source(FlagValues values) {
    return Stream.concat(
            values.all(DEFINITION).stream().map(Path::of).map(Definitions::ofFile),
            values.all(FUNCTIONS).stream().map(Path::of).map(Definitions::ofJars))
        .reduce(Definitions::plus)
        .<Source>map(Source.Given::new)
        .orElseGet(Source.OfItsJars::new);
  }

  private static String describe(AnnotatedImage image) {
    String what =
        Stream.of(image.name(), image.platform())
            .filter(word -> !word.isEmpty())
            .reduce((name, platform) -> name + " (" + platform + ")")
            .orElse("image");
    String how =
        image.asAnnotation()
            ? "as annotation and label"
            : "as label alone: there is no place for annotations";
    String change = image.isChanged() ? " -> " + image.after() : ", as before";
    return "%s: %s\n  %s\n  %s%s\n"
        .formatted(
            what, String.join(", ", image.definitions().names()), how, image.before(), change);
  }

  private static String usage() {
    return """
    usage: kiln image annotate IMAGE [flags]

    Writes the definitions of an image's functions into the image and replaces those that it has: as
    the annotation config.kubernetes.io/function-definition of its manifest and as a label of that
    name. The image gets another digest, so annotate it before you sign and push it.

    Without flags, reads the definitions from the jars in the image, in /functions or the folder
    that its variable KRM_FUNCTION_FUNCTIONS_DIR names. KRM_FUNCTION_NAME selects functions.

    %s
    Flags:
    %s"""
        .formatted(ImageArgument.HELP, FLAGS.help());
  }
}
