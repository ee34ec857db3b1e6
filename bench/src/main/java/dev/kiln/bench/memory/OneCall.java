package dev.kiln.bench.memory;

import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionLoader;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs one function on the list in one file, from bytes to bytes, as a host does. Ends with 0 if
 * that fits the heap.
 */
final class OneCall {
  private OneCall() {}

  public static void main(String[] args) throws IOException {
    FunctionClass function =
        FunctionLoader.findAll(OneCall.class.getClassLoader()).stream()
            .filter(each -> each.definition().name().equals(args[0]))
            .findFirst()
            .orElseThrow();
    ResourceList in = ResourceList.parse(Files.readAllBytes(Path.of(args[1])));
    try {
      FunctionRun run = function.run(in, Caller.withoutDeadline(System.err));
      int answered = run.list().bytes().length;
      System.exit(run.thrown() instanceof Error || answered == 0 ? 1 : 0);
    } finally {
      Reference.reachabilityFence(in); // a host compares it with the answer
    }
  }
}
