package dev.kiln.runtime.containers;

import dev.kiln.sdk.loading.FunctionDefinition;
import java.util.List;
import java.util.Set;

/**
 * What an image tells of the functions in it.
 *
 * <p>An image may hold several functions, as a host does; its definition is a list of theirs then.
 * It is one program all the same: if any of them is served, it is a server.
 *
 * @param image the name it was asked for by
 * @param definitions of its functions; empty if it tells nothing that can be read
 * @param warnings about what it tells and cannot be read, one line each
 */
public record ImageFacts(
    String image, List<FunctionDefinition> definitions, List<String> warnings) {
  private static final Set<String> SERVED = Set.of("v2", "v2beta1", "v2alpha1");

  /** Takes copies. */
  public ImageFacts {
    definitions = List.copyOf(definitions);
    warnings = List.copyOf(warnings);
  }

  /** The versions of the functions specification that it follows; an image that tells none: v1. */
  public List<String> specVersions() {
    List<String> told =
        versions().stream().flatMap(version -> version.specVersions().stream()).distinct().toList();
    return told.isEmpty() ? List.of("v1") : told;
  }

  /** Whether it is to be started once, as a server, and not once a call. */
  public boolean isServer() {
    return specVersions().stream().anyMatch(SERVED::contains);
  }

  /** Whether each of its functions may run again where it may have run already. */
  public boolean isIdempotent() {
    return !versions().isEmpty()
        && versions().stream().allMatch(FunctionDefinition.Version::isIdempotent);
  }

  /** Those that this image is said to hold; all, if none is said to be in this one. */
  private List<FunctionDefinition.Version> versions() {
    List<FunctionDefinition.Version> all =
        definitions.stream().flatMap(definition -> definition.versions().stream()).toList();
    List<FunctionDefinition.Version> these =
        all.stream().filter(version -> version.image().filter(image::equals).isPresent()).toList();
    return these.isEmpty() ? all : these;
  }
}
