package dev.kiln.server.config;

import dev.kiln.sdk.BadInput;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a host holds beside Java functions, as flags and the configuration file say.
 *
 * @param engine the command of the container engine; the first one found if empty
 * @param allowImages patterns of images that a request may have started
 * @param standIns patterns of other publishers' images that functions here answer for
 */
public record HostConfig(
    Optional<String> engine,
    List<String> allowImages,
    List<String> standIns,
    List<DeclaredFunction> functions) {
  /** Nothing at all. */
  public static final HostConfig NONE =
      new HostConfig(Optional.empty(), List.of(), List.of(), List.of());

  public HostConfig {
    var names = new HashSet<String>();
    for (int i = 0; i < functions.size(); i++) {
      String field = "functions[" + i + "].name";
      String name = functions.get(i).name();
      BadInput.unless(names.add(name), field, name, "a name that no other function has");
    }
  }

  /** Both; what this one says counts where there can be only one. */
  HostConfig and(HostConfig other) {
    return new HostConfig(
        engine.or(other::engine),
        joined(allowImages, other.allowImages),
        joined(standIns, other.standIns),
        joined(functions, other.functions));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}
