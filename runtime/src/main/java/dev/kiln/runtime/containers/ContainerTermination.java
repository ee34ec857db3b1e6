package dev.kiln.runtime.containers;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.programs.ChildTermination;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Detects and causes the end of a container. The exit code comes from the exit file if there is
 * one, else from the engine's client. A killed client leaves its container behind, so the container
 * must be ended by name.
 */
final class ContainerTermination implements ChildTermination {
  /**
   * The lowest exit code of the engine itself. It uses 125, 126 and 127; other codes are the
   * container's own.
   */
  private static final int ENGINE_FAILED = 125;

  private static final int KILLED = 128 + 9;

  private final ContainerName name;
  private final List<String> kill;
  private final Optional<ExitFiles> files;
  private final Runnable failed;
  private final Runnable gone;
  private volatile boolean ran;
  private volatile boolean over;

  /**
   * @param kill the command that ends the container by name
   * @param failed runs if the engine could not start the container
   * @param gone runs once nothing of the container is left
   */
  ContainerTermination(
      ContainerName name,
      List<String> kill,
      Optional<ExitFiles> files,
      Runnable failed,
      Runnable gone) {
    this.name = name;
    this.kill = List.copyOf(kill);
    this.files = files;
    this.failed = failed;
    this.gone = gone;
  }

  @Override
  public CompletableFuture<Integer> ended(Process client) {
    var ended = new CompletableFuture<Integer>();
    CompletableFuture<Integer> noted =
        files.map(each -> each.code(name.monitorFile())).orElseGet(CompletableFuture::new);
    noted.thenAccept(
        code -> {
          ran = true;
          over = code != KILLED; // perhaps only the monitor was killed
          ended.complete(code);
        });
    client
        .onExit()
        .thenAccept(
            process -> {
              noted.cancel(false); // no longer needed
              if (process.exitValue() < ENGINE_FAILED) {
                over = true; // a killed client may leave its container behind
              } else if (unstarted(process.exitValue())) {
                failed.run();
              }
              ended.complete(process.exitValue());
            });
    return ended;
  }

  /**
   * With exit files, it is known whether the container ran. Without them, only 125 counts as a
   * failure of the engine, because few programs use it. A script in the container may well end with
   * 126 or 127.
   */
  @Override
  public boolean unstarted(int exitCode) {
    int last = files.isPresent() ? Ending.Failed.NOT_FOUND : ENGINE_FAILED;
    return !ran && exitCode >= ENGINE_FAILED && exitCode <= last;
  }

  /** No command once the container has ended by itself, because the engine removes it then. */
  @Override
  public List<String> kill() {
    return over ? List.of() : kill;
  }

  @Override
  public void gone() {
    try {
      Files.deleteIfExists(name.monitorFile());
    } catch (IOException e) {
      // the file is deleted later, with its folder
    }
    gone.run();
  }
}
