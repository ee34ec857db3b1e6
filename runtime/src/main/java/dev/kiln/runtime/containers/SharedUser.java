package dev.kiln.runtime.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Who a server in a container is, so that this process may connect to a socket that it makes: that
 * takes root here, or being the same user.
 *
 * @param numbers the user inside
 * @param options what else an engine needs to know for that
 */
record SharedUser(String numbers, List<String> options) {
  /** Empty where no choice of user would do. */
  static Optional<SharedUser> of(Engine engine, String wanted, Path ours) {
    if (!engine.isLocal()) {
      return Optional.empty();
    }
    EngineFacts facts = engine.facts();
    if (facts.rootless()) { // the user inside is somebody else outside, unless it is mapped
      String[] ids = (wanted + ":" + wanted).split(":", -1);
      return facts.isAtLeast(EngineKind.PODMAN, 4, 3)
          ? Optional.of(
              new SharedUser(wanted, List.of("--userns=keep-id:uid=" + ids[0] + ",gid=" + ids[1])))
          : Optional.empty();
    }
    int self = id(ours, "unix:uid");
    return Optional.of(
        new SharedUser(self == 0 ? wanted : self + ":" + id(ours, "unix:gid"), List.of()));
  }

  private static int id(Path file, String attribute) {
    try {
      return (Integer) Files.getAttribute(file, attribute);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
