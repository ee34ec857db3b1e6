package dev.kiln.runtime.containers;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.programs.ChildTermination;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A container's end: its exit file's word, where there is one, else its client's. A client that was
 * killed leaves its container behind, so that it must be ended by name.
 */
final class ContainerTermination implements ChildTermination {
  /** What engines end with when it is not the container's own code: 125, 126 or 127. */
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
   * @param kill what ends it by name
   * @param failed told if the engine could not start it
   * @param gone what else is to be done in the end
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
          over = code != KILLED; // it may be the monitor that was
          ended.complete(code);
        });
    client
        .onExit()
        .thenAccept(
            process -> {
              noted.cancel(false); // nobody asks any more
              if (process.exitValue() < ENGINE_FAILED) {
                over = true; // else it may have left its container
              } else if (unstarted(process.exitValue())) {
                failed.run();
              }
              ended.complete(process.exitValue());
            });
    return ended;
  }

  /**
   * With exit files it is known; without, the engine's own failures have a code that few programs
   * use, while 126 and 127 may be what a script in the container ended with.
   */
  @Override
  public boolean unstarted(int exitCode) {
    int last = files.isPresent() ? Ending.Failed.NOT_FOUND : ENGINE_FAILED;
    return !ran && exitCode >= ENGINE_FAILED && exitCode <= last;
  }

  /** Nothing more once it has ended by itself: the engine removes it then. */
  @Override
  public List<String> kill() {
    return over ? List.of() : kill;
  }

  @Override
  public void gone() {
    try {
      Files.deleteIfExists(name.monitorFile());
    } catch (IOException e) {
      // it goes with the folder it is in
    }
    gone.run();
  }
}
