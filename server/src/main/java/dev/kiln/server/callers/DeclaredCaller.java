package dev.kiln.server.callers;

import dev.kiln.runtime.ImagePattern;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/**
 * A caller as the file declares it.
 *
 * @param tokenDigests the SHA-256 digests of its tokens, in hex
 * @param subjects the subjects of its certificates
 * @param functions patterns of what it may use
 * @param maxConcurrent how many of its calls may be unanswered at once
 */
record DeclaredCaller(
    String name,
    Set<String> tokenDigests,
    Set<X500Principal> subjects,
    List<ImagePattern> functions,
    int maxConcurrent,
    boolean readsMetrics) {
  DeclaredCaller {
    tokenDigests = Set.copyOf(tokenDigests);
    subjects = Set.copyOf(subjects);
    functions = List.copyOf(functions);
  }
}
