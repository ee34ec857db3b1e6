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
 * @param defaultImagePrefix what stands before the names of images without a slash
 * @param allowImages patterns of images that a request may have started
 * @param standIns patterns of other publishers' images that functions here answer for
 */
public record HostConfig(
    Optional<String> engine,
    Optional<String> defaultImagePrefix,
    List<String> allowImages,
    List<String> standIns,
    List<DeclaredFunction> functions) {
  /** Nothing at all. */
  public static final HostConfig NONE =
      new HostConfig(Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());

  public HostConfig {
    defaultImagePrefix = defaultImagePrefix.map(HostConfig::withoutSlashAtEnd);
    var names = new HashSet<String>();
    for (int i = 0; i < functions.size(); i++) {
      String field = "functions[" + i + "].name";
      String name = functions.get(i).name();
      BadInput.unless(names.add(name), field, name, "a name that no other function has");
    }
  }

  private static String withoutSlashAtEnd(String prefix) {
    return prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
  }

  /** Both; what this one says counts where there can be only one. */
  HostConfig and(HostConfig other) {
    return new HostConfig(
        engine.or(other::engine),
        defaultImagePrefix.or(other::defaultImagePrefix),
        joined(allowImages, other.allowImages),
        joined(standIns, other.standIns),
        joined(functions, other.functions));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}
