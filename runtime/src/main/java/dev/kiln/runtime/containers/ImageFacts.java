package dev.kiln.runtime.containers;

import dev.kiln.sdk.loading.FunctionDefinition;
import java.util.List;
import java.util.Set;

/**
 * What the metadata of an image says about its functions.
 *
 * <p>An image may contain several functions, as a host does. Its metadata is then a list of their
 * definitions. The image is still one program: if any function needs a server, the image is a
 * server.
 *
 * @param image the name by which it was requested
 * @param definitions the definitions of its functions; empty if the metadata has none that can be
 *     read
 * @param warnings one line for each part of the metadata that cannot be read
 */
public record ImageFacts(
    String image, List<FunctionDefinition> definitions, List<String> warnings) {
  private static final Set<String> SERVED = Set.of("v2", "v2beta1", "v2alpha1");

  /** Copies the lists. */
  public ImageFacts {
    definitions = List.copyOf(definitions);
    warnings = List.copyOf(warnings);
  }

  /** The versions of the functions specification that it follows; v1 if its metadata names none. */
  public List<String> specVersions() {
    List<String> told =
        versions().stream().flatMap(version -> version.specVersions().stream()).distinct().toList();
    return told.isEmpty() ? List.of("v1") : told;
  }

  /** Whether it runs as a server that is started once, not once for each call. */
  public boolean isServer() {
    return specVersions().stream().anyMatch(SERVED::contains);
  }

  /**
   * Whether each of its functions may run a second time if it is unknown whether the first run
   * happened.
   */
  public boolean isIdempotent() {
    return !versions().isEmpty()
        && versions().stream().allMatch(FunctionDefinition.Version::isIdempotent);
  }

  /** The versions that name this image; all versions if none names it. */
  private List<FunctionDefinition.Version> versions() {
    List<FunctionDefinition.Version> all =
        definitions.stream().flatMap(definition -> definition.versions().stream()).toList();
    List<FunctionDefinition.Version> these =
        all.stream().filter(version -> version.image().filter(image::equals).isPresent()).toList();
    return these.isEmpty() ? all : these;
  }
}
