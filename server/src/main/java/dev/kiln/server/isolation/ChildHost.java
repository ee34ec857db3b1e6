package dev.kiln.server.isolation;

import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.sdk.loading.FunctionClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A host in a process of its own, with a copy of the jars whose functions it runs. */
final class ChildHost {
  private final ServerRunner server;
  private final Path folder;
  private int functions; // guarded by this; those whose runners are open

  /**
   * Starts nothing yet.
   *
   * @param folder the copies of the jars, which are deleted with this
   */
  ChildHost(ServerRunner server, Path folder) {
    this.server = server;
    this.folder = folder;
  }

  /** The runner of one of its functions. The child ends when all of these are closed. */
  synchronized Runner runner(FunctionClass function) {
    functions++;
    return new FunctionRunner(function.definition().name());
  }

  private final class FunctionRunner implements Runner {
    private final String function;

    FunctionRunner(String function) {
      this.function = function;
    }

    @Override
    public Outcome run(Invocation in) {
      return server.run(in, function);
    }

    @Override
    public boolean waits() {
      return true;
    }

    @Override
    public void prepare() {
      server.prepare();
    }

    @Override
    public Optional<String> findProblem() {
      return server.findProblem();
    }

    @Override
    public void close() {
      release();
    }
  }

  private void release() {
    synchronized (this) {
      functions--;
      if (functions > 0) {
        return;
      }
    }
    server.close();
    delete(folder);
  }

  static void delete(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of functions, as flags of the child. */
  static List<String> flags(List<FunctionClass> functions) {
    return functions.stream()
        .flatMap(function -> Stream.of("--function", function.definition().name()))
        .toList();
  }
}
