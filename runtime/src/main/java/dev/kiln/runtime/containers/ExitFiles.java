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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells a container's exit code as soon as podman's monitor has noted it: milliseconds after the
 * end, where the client needs a tenth of a second more to clean up. One thread for all containers.
 */
final class ExitFiles implements AutoCloseable {
  /** How often monitors are asked whether they live; their files need no asking. */
  private static final long BEAT_MILLIS = 500;

  /** Nobody will ever know the container's own; and a monitor ends early only if it is killed. */
  private static final int KILLED = 128 + 9;

  /** For a client to tell the code, where a monitor ended and its file is gone already. */
  private static final int BEATS_OF_GRACE = 4;

  private final WatchService watch;
  private final Map<Path, Exit> awaited = new ConcurrentHashMap<>(); // by the file that comes next

  ExitFiles() {
    try {
      watch = FileSystems.getDefault().newWatchService();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name("kiln-exit-files").start(this::listen);
  }

  /**
   * The exit code of the container whose monitor notes its process id in that file; that of a
   * killed one if the monitor dies first. It stays open where only the client can tell.
   */
  CompletableFuture<Integer> code(Path monitorFile) {
    var exit = new Exit();
    exit.code.whenComplete((_, _) -> awaited.values().remove(exit));
    exit.await(monitorFile);
    return exit.code;
  }

  private void listen() {
    long beat = System.nanoTime();
    try {
      while (true) {
        WatchKey key = watch.poll(BEAT_MILLIS, TimeUnit.MILLISECONDS);
        if (key != null) {
          List<WatchEvent<?>> events = key.pollEvents();
          key.reset(); // before looking, so that nothing is missed
          events.forEach(event -> happened((Path) key.watchable(), event));
        }
        if (System.nanoTime() - beat >= TimeUnit.MILLISECONDS.toNanos(BEAT_MILLIS)) {
          beat = System.nanoTime();
          List.copyOf(awaited.values()).forEach(Exit::beat);
        }
      }
    } catch (ClosedWatchServiceException e) {
      // closed: what is still awaited, its client tells
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void happened(Path folder, WatchEvent<?> event) {
    if (event.kind().equals(OVERFLOW)) {
      List.copyOf(awaited.keySet()).forEach(this::look);
    } else {
      look(folder.resolve((Path) event.context()));
    }
  }

  private void look(Path file) {
    Exit exit = awaited.get(file);
    if (exit != null) {
      exit.look(file);
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

  /** One container's: first the file that names its monitor, then the one with its code. */
  private final class Exit {
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private volatile @Nullable ConmonProcess monitor;
    private int beatsSinceItDied; // touched by the listening thread alone

    /** Looks once nothing can come unseen any more. */
    void await(Path file) {
      try {
        awaited.put(file, this);
        requireNonNull(file.getParent()).register(watch, ENTRY_CREATE, ENTRY_MODIFY);
        look(file);
      } catch (IOException | ClosedWatchServiceException e) {
        awaited.remove(file, this); // the client tells
      }
    }

    void look(Path file) {
      int number = read(file);
      if (number < 0 || !awaited.remove(file, this)) {
        return; // not yet, or another thread was here
      }
      if (monitor != null) {
        code.complete(number);
        return;
      }
      ConmonProcess.find(number)
          .ifPresent(
              found -> {
                monitor = found;
                await(found.exitFile());
              });
    }

    /** Less than 0 if there is none: not yet, not any more, or the monitor does not know it. */
    private static int read(Path file) {
      try {
        String text = Files.readString(file).strip();
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
      } catch (IOException e) {
        return -1;
      }
    }

    void beat() {
      ConmonProcess known = monitor;
      if (known == null || known.isAlive()) {
        return;
      }
      look(known.exitFile());
      beatsSinceItDied++;
      if (beatsSinceItDied >= BEATS_OF_GRACE) {
        code.complete(KILLED);
      }
    }
  }
}
