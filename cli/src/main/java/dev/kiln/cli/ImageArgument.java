package dev.kiln.cli;

import dev.kiln.cli.images.StoredImage;
import dev.kiln.cli.images.Target;
import dev.kiln.cli.images.Targets;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.EngineException;
import dev.kiln.runtime.containers.EngineImages;
import dev.kiln.runtime.containers.NoEngineException;
import dev.kiln.runtime.kind.ShellWords;
import java.util.List;
import java.util.Optional;

/** Finds the image that a command line means. */
final class ImageArgument {
  static final Flag ENGINE =
      Flag.of(
          "--engine",
          "COMMAND",
          "KRM_FUNCTION_ENGINE",
          "the engine that has the image; default: the first of docker, podman and nerdctl on PATH"
              + " that answers");

  static final String HELP =
      """
      IMAGE is one of:
        FOLDER or oci:FOLDER[:TAG]                a layout as OCI defines it
        FILE.tar or oci-archive:FILE[:TAG]        the same in a tar archive
        FILE.tar or docker-archive:FILE[:NAME]    an archive of docker save
        NAME                                      an image that docker, podman or nerdctl has
      """;

  private ImageArgument() {}

  static Target of(FlagValues values) {
    String word =
        switch (values.rest().size()) {
          case 0 -> throw new UsageException("no image given");
          case 1 -> values.rest().getFirst();
          default -> throw new UsageException("unexpected argument: " + values.rest().get(1));
        };
    Optional<Target> file = values.isGiven(ENGINE) ? Optional.empty() : Targets.find(word);
    return file.orElseGet(() -> new StoredImage(new EngineImages(engine(word, values)), word));
  }

  private static Engine engine(String image, FlagValues values) {
    Optional<FlagValues.Given> given = values.find(ENGINE);
    try {
      if (given.isEmpty()) {
        return Engine.find(System.getenv());
      }
      List<String> words = ShellWords.of(given.get().value()).orElse(List.of());
      if (words.isEmpty()) {
        throw given.get().invalid("a command, such as podman");
      }
      return Engine.of(words, System.getenv());
    } catch (NoEngineException e) {
      throw new UsageException(
          "\"%s\" is no layout and no archive, and there is no engine to ask: %s"
              .formatted(image, String.join("; ", e.tried())));
    } catch (EngineException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
