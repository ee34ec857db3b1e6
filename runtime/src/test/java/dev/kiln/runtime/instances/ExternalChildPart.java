package dev.kiln.runtime.instances;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A part of a child that is no process of ours, as of a container; it tells how it ended. */
record ExternalChildPart(Path folder) implements ChildTermination {
  static LaunchSpec launch(String script, Path folder) {
    LaunchSpec plain = Scripts.launch(script);
    return new LaunchSpec(
        plain.command(), plain.environment(), Optional.empty(), new ExternalChildPart(folder));
  }

  Path killed() {
    return folder.resolve("killed");
  }

  @Override
  public CompletableFuture<Integer> whenEnded(Process process) {
    return OF_PROCESS.whenEnded(process);
  }

  @Override
  public List<String> killCommand() {
    return List.of("/bin/sh", "-c", "echo \"that's it\" > " + killed());
  }

  @Override
  public void onGone() {
    try {
      Files.createFile(folder.resolve("gone"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
