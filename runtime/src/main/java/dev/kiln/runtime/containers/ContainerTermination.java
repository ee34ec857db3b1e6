package dev.kiln.runtime.containers;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.instances.ChildTermination;
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
  private final List<String> killCommand;
  private final Optional<ExitFiles> exitFiles;
  private final Runnable onStartFailure;
  private final Runnable onGone;
  private volatile boolean hasRun;
  private volatile boolean hasEndedByItself;

  /**
   * @param killCommand the command that ends the container by name
   * @param onStartFailure runs if the engine could not start the container
   * @param onGone runs once nothing of the container is left
   */
  ContainerTermination(
      ContainerName name,
      List<String> killCommand,
      Optional<ExitFiles> exitFiles,
      Runnable onStartFailure,
      Runnable onGone) {
    this.name = name;
    this.killCommand = List.copyOf(killCommand);
    this.exitFiles = exitFiles;
    this.onStartFailure = onStartFailure;
    this.onGone = onGone;
  }

  @Override
  public CompletableFuture<Integer> whenEnded(Process client) {
    var ended = new CompletableFuture<Integer>();
    CompletableFuture<Integer> exitFileCode =
        exitFiles.map(each -> each.exitCode(name.monitorFile())).orElseGet(CompletableFuture::new);
    exitFileCode.thenAccept(
        code -> {
          hasRun = true;
          hasEndedByItself = code != KILLED; // perhaps only the monitor was killed
          ended.complete(code);
        });
    client
        .onExit()
        .thenAccept(
            process -> {
              exitFileCode.cancel(false); // no longer needed
              if (process.exitValue() < ENGINE_FAILED) {
                hasEndedByItself = true; // a killed client may leave its container behind
              } else if (isStartFailure(process.exitValue())) {
                onStartFailure.run();
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
  public boolean isStartFailure(int exitCode) {
    int last = exitFiles.isPresent() ? Ending.Failed.NOT_FOUND : ENGINE_FAILED;
    return !hasRun && exitCode >= ENGINE_FAILED && exitCode <= last;
  }

  /** No command once the container has ended by itself, because the engine removes it then. */
  @Override
  public List<String> killCommand() {
    return hasEndedByItself ? List.of() : killCommand;
  }

  @Override
  public void onGone() {
    try {
      Files.deleteIfExists(name.monitorFile());
    } catch (IOException e) {
      // the file is deleted later, with its folder
    }
    onGone.run();
  }
}
