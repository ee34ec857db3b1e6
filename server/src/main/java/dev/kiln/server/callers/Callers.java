package dev.kiln.server.callers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.PermittedCaller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one host: tells who makes a request. The file that declares them can be read again
 * while the host runs. Thread-safe.
 */
public final class Callers {
  /** The callers of a host that does not tell them apart. */
  public static final Callers ANYONE = new Callers(null);

  /** The name of callers whom the host does not know, in logs and metrics. */
  public static final String UNKNOWN = "unknown";

  private final @Nullable Path file;
  private volatile Known known = new Known(Map.of(), Map.of());
  private volatile Object stamp = ""; // written under this

  /** The callers by what proves who they are. */
  private record Known(
      Map<String, KnownCaller> byTokenDigest, Map<X500Principal, KnownCaller> bySubject) {}

  private Callers(@Nullable Path file) {
    this.file = file;
  }

  /**
   * Reads the file of a flag.
   *
   * @throws UsageException if it does not say who may call
   */
  public static Callers of(Optional<FlagValues.Given> given) {
    if (given.isEmpty()) {
      return ANYONE;
    }
    var callers = new Callers(Path.of(given.get().value()));
    try {
      callers.reload();
      return callers;
    } catch (CallerFile.Bad e) {
      throw new UsageException(given.get().source() + ": " + e.getMessage());
    }
  }

  /** Whether this host tells its callers apart. */
  public boolean areKnown() {
    return file != null;
  }

  /** Who makes the request; empty if the host does not know this caller. */
  public Optional<KnownCaller> identify(Credentials credentials) {
    if (file == null) {
      return Optional.of(KnownCaller.ANYONE);
    }
    Known now = known;
    if (!credentials.authorization().isEmpty()) {
      return credentials.token().map(token -> now.byTokenDigest.get(digest(token)));
    }
    return credentials.subject().map(now.bySubject::get);
  }

  private static String digest(String token) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Why a request is refused whose caller is not known. */
  public static String refusal(Credentials credentials) {
    return credentials.authorization().isEmpty()
        ? "this host needs to know its callers (expected: the header Authorization with Bearer and"
            + " a token, or a client certificate that it knows)"
        : "this host knows no caller with this token (expected: Authorization: Bearer TOKEN)";
  }

  /**
   * Reads the file again if it changed.
   *
   * @return what came of it, for the log; empty if it did not change
   */
  public Optional<Reload> reloadIfChanged() {
    Path path = file;
    if (path == null || stamp(path).equals(stamp)) {
      return Optional.empty();
    }
    try {
      reload();
      return Optional.of(new Reload(true, path + ": the callers were read again"));
    } catch (CallerFile.Bad e) {
      return Optional.of(new Reload(false, e.getMessage() + "; the callers stay as they were"));
    }
  }

  /** What came of a changed file. */
  public record Reload(boolean succeeded, String message) {}

  private synchronized void reload() throws CallerFile.Bad {
    Path path = file;
    if (path == null) {
      return;
    }
    stamp = stamp(path); // first, so that no change is missed
    List<DeclaredCaller> declared = CallerFile.read(path);
    var before = new HashMap<String, PermittedCaller>();
    known.byTokenDigest.values().forEach(one -> before.put(one.caller().name(), one.caller()));
    known.bySubject.values().forEach(one -> before.put(one.caller().name(), one.caller()));
    var byTokenDigest = new HashMap<String, KnownCaller>();
    var bySubject = new HashMap<X500Principal, KnownCaller>();
    for (DeclaredCaller each : declared) {
      var plain = new PermittedCaller(each.name(), each.functions(), each.maxConcurrent());
      PermittedCaller old = before.get(each.name());
      var one =
          new KnownCaller(old == null ? plain : old.withPermissionsOf(plain), each.readsMetrics());
      each.tokenDigests().forEach(digest -> byTokenDigest.put(digest, one));
      each.subjects().forEach(subject -> bySubject.put(subject, one));
    }
    known = new Known(Map.copyOf(byTokenDigest), Map.copyOf(bySubject));
  }

  private static Object stamp(Path path) {
    try {
      var read = Files.readAttributes(path, BasicFileAttributes.class);
      return List.of(read.lastModifiedTime(), read.size(), String.valueOf(read.fileKey()));
    } catch (IOException e) {
      return ""; // gone; reading it says so
    }
  }
}
