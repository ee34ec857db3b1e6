package dev.kiln.cli.images;

import dev.kiln.runtime.containers.EngineException;
import dev.kiln.runtime.containers.EngineImages;
import dev.kiln.runtime.containers.ImageInspection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An image in the store of an engine. To be written it is taken out as an archive, and put back:
 * that adds no layer and needs no build, and every engine can do it.
 *
 * @param image its name
 */
public record StoredImage(EngineImages store, String image) implements Target {
  @Override
  public List<InspectedImage> inspect() {
    return List.of(new InspectedImage("", inspectImage()));
  }

  private ImageInspection inspectImage() {
    try {
      return store.inspect(image);
    } catch (EngineException | IllegalArgumentException e) {
      throw new ImageException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<AnnotatedImage> annotate(Source source) {
    try {
      Path folder = Files.createTempDirectory("kiln-image");
      try {
        return annotate(source, folder.resolve("image.tar"));
      } finally {
        Siblings.removeAll(folder);
      }
    } catch (IOException e) {
      throw ImageException.of("image " + image, e);
    } catch (EngineException | IllegalArgumentException e) {
      throw new ImageException(String.valueOf(e.getMessage()));
    }
  }

  private List<AnnotatedImage> annotate(Source source, Path archive) {
    String before = store.id(image);
    store.save(image, archive);
    List<AnnotatedImage> written = Targets.archive(archive).annotate(source);
    for (AnnotatedImage one : written) {
      if (one.name().isEmpty()) {
        throw new ImageException(
            "image " + image, "has no name, and annotated it is another image", "NAME:TAG");
      }
    }
    if (written.stream().anyMatch(AnnotatedImage::isChanged)) {
      store.load(archive);
    }
    String after = store.id(image);
    ImageInspection inspection = inspectImage();
    if (inspection.facts().definitions().isEmpty()) {
      throw new ImageException("image " + image + ": " + store + " did not keep the definitions");
    }
    boolean kept = inspection.foundIn().startsWith("annotation");
    return written.stream()
        .map(
            one ->
                new AnnotatedImage(one.platform(), image, before, after, kept, one.definitions()))
        .toList();
  }
}
