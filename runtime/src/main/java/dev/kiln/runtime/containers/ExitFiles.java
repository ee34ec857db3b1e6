package dev.kiln.runtime.containers;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a container's exit code as soon as podman's monitor has written it. That is milliseconds
 * after the end, while the client needs another tenth of a second to clean up. One thread serves
 * all containers.
 */
final class ExitFiles implements AutoCloseable {
  /** How often to check that the monitors are alive. Their files are watched and need no check. */
  private static final Duration CHECK_PERIOD = Duration.ofMillis(500);

  /**
   * The exit code reported if the monitor dies first. The container's own code is then lost, and a
   * monitor ends early only if it is killed.
   */
  private static final int KILLED = 128 + 9;

  /**
   * How many checks to wait after a monitor has ended and its file is already gone, so that the
   * client can report the code.
   */
  private static final int CHECKS_OF_GRACE = 4;

  private final Duration checkPeriod;
  private final WatchService watch;
  private final Map<Path, Exit> awaited = new ConcurrentHashMap<>(); // key: the file expected next

  ExitFiles() {
    this(CHECK_PERIOD);
  }

  ExitFiles(Duration checkPeriod) {
    this.checkPeriod = checkPeriod;
    try {
      watch = FileSystems.getDefault().newWatchService();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name("kiln-exit-files").start(this::listen);
  }

  /**
   * Completes with the exit code of the container whose monitor writes its process id to this file,
   * or with that of a killed container if the monitor dies first. It never completes if only the
   * client knows the code.
   */
  CompletableFuture<Integer> exitCode(Path monitorFile) {
    var exit = new Exit();
    exit.code.whenComplete((_, _) -> awaited.values().remove(exit));
    exit.watchFor(monitorFile);
    return exit.code;
  }

  private void listen() {
    long last = System.nanoTime();
    try {
      while (true) {
        WatchKey key = watch.poll(checkPeriod.toMillis(), TimeUnit.MILLISECONDS);
        if (key != null) {
          List<WatchEvent<?>> events = key.pollEvents();
          key.reset(); // before reading the files, so that no event is lost
          events.forEach(event -> handleEvent((Path) key.watchable(), event));
        }
        if (System.nanoTime() - last >= checkPeriod.toNanos()) {
          last = System.nanoTime();
          List.copyOf(awaited.values()).forEach(Exit::checkMonitor);
        }
      }
    } catch (ClosedWatchServiceException e) {
      // closed: the clients report the codes still awaited
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handleEvent(Path folder, WatchEvent<?> event) {
    if (event.kind().equals(OVERFLOW)) {
      List.copyOf(awaited.keySet()).forEach(this::checkFile);
    } else {
      checkFile(folder.resolve((Path) event.context()));
    }
  }

  private void checkFile(Path file) {
    Exit exit = awaited.get(file);
    if (exit != null) {
      exit.checkFile(file);
    }
  }

  @Override
  public void close() {
    try {
      watch.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for the files of one container: first the one that names its monitor, then the one with
   * its exit code.
   */
  private final class Exit {
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private volatile @Nullable ConmonProcess monitor;
    private int checksSinceMonitorEnded; // used only by the listening thread

    /** Registers the watch before it reads the file, so that no change is missed. */
    void watchFor(Path file) {
      try {
        awaited.put(file, this);
        requireNonNull(file.getParent()).register(watch, ENTRY_CREATE, ENTRY_MODIFY);
        checkFile(file);
      } catch (IOException | ClosedWatchServiceException e) {
        awaited.remove(file, this); // the client reports the code
      }
    }

    void checkFile(Path file) {
      int number = readNumber(file);
      if (number < 0 || !awaited.remove(file, this)) {
        return; // not written yet, or another thread handled it
      }
      if (monitor != null) {
        code.complete(number);
        return;
      }
      ConmonProcess.find(number)
          .ifPresent(
              found -> {
                monitor = found;
                watchFor(found.exitFile());
              });
    }

    /**
     * The number in the file. It is negative if the file has none: not yet, not any more, or
     * because the monitor does not know it.
     */
    private static int readNumber(Path file) {
      try {
        String text = Files.readString(file).strip();
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
      } catch (IOException e) {
        return -1;
      }
    }

    void checkMonitor() {
      ConmonProcess known = monitor;
      if (known == null || known.isAlive()) {
        return;
      }
      checkFile(known.exitFile());
      checksSinceMonitorEnded++;
      if (checksSinceMonitorEnded >= CHECKS_OF_GRACE) {
        code.complete(KILLED);
      }
    }
  }
}
