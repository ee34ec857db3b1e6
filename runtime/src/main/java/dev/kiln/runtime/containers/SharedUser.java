package dev.kiln.runtime.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The user that a server in a container runs as, chosen so that this process may connect to the
 * server's socket. For that, this process must be root or the same user.
 *
 * @param ids the user and perhaps the group inside the container
 * @param options further options that the engine needs for this user
 */
record SharedUser(String ids, List<String> options) {
  /** Chooses the user; empty if no user would allow the connection. */
  static Optional<SharedUser> of(Engine engine, String wanted, Path ours) {
    if (!engine.isLocal()) {
      return Optional.empty();
    }
    EngineFacts facts = engine.facts();
    if (facts.rootless()) { // user ids differ inside and outside, unless mapped
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
