package dev.kiln.server.config;

import dev.kiln.flags.FlagValues;
import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.sdk.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/** What is to be held beside Java functions: as flags said once, and as a file says by now. */
public record FunctionSources(
    HostConfig flags,
    Optional<FlagValues.Given> file,
    InstanceLimits instanceLimits,
    FunctionKinds kinds,
    Isolation isolation) {
  /** Where the file is, if there is one. */
  public Optional<Path> path() {
    return file.map(given -> Path.of(given.value()));
  }

  /** What tells one state of the file from another; empty if there is none to be seen. */
  Optional<Object> stamp() {
    return path()
        .map(
            path -> {
              try {
                var read = Files.readAttributes(path, BasicFileAttributes.class);
                return List.of(
                    read.lastModifiedTime(), read.size(), String.valueOf(read.fileKey()));
              } catch (IOException e) {
                return null;
              }
            });
  }

  /** All of it. */
  HostConfig read() throws HostConfigFile.Bad {
    if (file.isEmpty()) {
      return flags;
    }
    Path path = path().orElseThrow();
    try {
      return flags.and(HostConfigFile.read(path, kinds));
    } catch (BadInput e) {
      throw new HostConfigFile.Bad(path, String.valueOf(e.getMessage()) + ", flags included");
    }
  }
}
