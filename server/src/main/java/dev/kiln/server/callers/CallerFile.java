package dev.kiln.server.callers;

import dev.kiln.runtime.ImagePattern;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/** Reads the file that declares the callers of a host. */
final class CallerFile {
  private static final String API_VERSION = "kiln.dev/v1alpha1";
  private static final String KIND = "Callers";
  private static final String CALLERS = "callers";
  private static final String NAME = "name";
  private static final String TOKENS = "tokens";
  private static final String CERTIFICATES = "certificates";
  private static final String FUNCTIONS = "functions";
  private static final String MAX_CONCURRENT = "maxConcurrent";
  private static final String METRICS = "metrics";

  private static final String DIGEST = "sha256:";
  private static final Pattern NAME_FORM = Pattern.compile("[A-Za-z0-9][-._A-Za-z0-9]{0,62}");
  private static final Pattern DIGEST_FORM = Pattern.compile(DIGEST + "[0-9a-f]{64}");

  private static final List<Field> FIELDS =
      List.of(
          Field.any("apiVersion"),
          Field.any("kind"),
          Field.any("metadata"),
          Field.maps(
                  CALLERS,
                  Field.text(NAME, "what logs and metrics call it").isRequired(),
                  Field.texts(TOKENS, "sha256: and the digest of a token in hex"),
                  Field.texts(CERTIFICATES, "the subject of a certificate"),
                  Field.texts(FUNCTIONS, "a pattern of functions"),
                  Field.number(MAX_CONCURRENT),
                  Field.flag(METRICS))
              .isRequired());

  private final Path file;
  private final Set<String> names = new HashSet<>();
  private final Set<String> digests = new HashSet<>();
  private final Set<X500Principal> subjects = new HashSet<>();

  private CallerFile(Path file) {
    this.file = file;
  }

  /** The file does not say who may call. The message is for the person who wrote it. */
  static final class Bad extends Exception {
    private static final long serialVersionUID = 1;

    Bad(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * The callers that the file declares.
   *
   * @throws Bad with everything that is wrong with it
   */
  static List<DeclaredCaller> read(Path file) throws Bad {
    try {
      return new CallerFile(file).read();
    } catch (InvalidDeclarationException e) {
      throw new Bad(String.valueOf(e.getMessage()).replace("\n", "; "));
    } catch (BadInput e) {
      throw new Bad(file + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new Bad(file + ": no such file");
    } catch (IOException e) {
      throw new Bad(file + ": cannot be read: " + e.getMessage());
    }
  }

  private List<DeclaredCaller> read() throws Bad, IOException {
    Resource resource =
        FunctionConfig.parse(Files.readAllBytes(file))
            .resource()
            .orElseThrow(() -> new Bad(file + ": empty (expected: kind " + KIND + ")"));
    require(resource, "apiVersion", resource.apiVersion(), API_VERSION);
    require(resource, "kind", resource.kind(), KIND);
    SourceLocator places = node -> file + ":" + node.line() + ":" + node.column();
    var callers = new ArrayList<DeclaredCaller>();
    for (Fields declaration : Fields.read(KIND, resource.node(), places, FIELDS).maps(CALLERS)) {
      callers.add(caller(declaration));
    }
    return callers;
  }

  private DeclaredCaller caller(Fields declaration) {
    long maxConcurrent = declaration.number(MAX_CONCURRENT, Integer.MAX_VALUE);
    if (maxConcurrent < 1 || maxConcurrent > Integer.MAX_VALUE) {
      throw declaration.invalidField(MAX_CONCURRENT, Long.toString(maxConcurrent), "1 or more");
    }
    if (!declaration.has(TOKENS) && !declaration.has(CERTIFICATES)) {
      throw declaration.invalidField("", "neither", TOKENS + " or " + CERTIFICATES);
    }
    return new DeclaredCaller(
        name(declaration),
        tokenDigests(declaration),
        subjects(declaration),
        declaration.texts(FUNCTIONS).stream().map(ImagePattern::new).toList(),
        (int) maxConcurrent,
        declaration.flag(METRICS));
  }

  private String name(Fields declaration) {
    String name = declaration.text(NAME);
    if (!NAME_FORM.matcher(name).matches() || name.equals(Callers.UNKNOWN)) {
      throw declaration.invalidField(
          NAME, "\"" + name + "\"", "letters, digits, dots and dashes, and not " + Callers.UNKNOWN);
    }
    if (!names.add(name)) {
      throw declaration.invalidField(NAME, "\"" + name + "\"", "a name that no other caller has");
    }
    return name;
  }

  /** A token itself in the file would let in everybody who reads a backup, so it is refused. */
  private Set<String> tokenDigests(Fields declaration) {
    var own = new HashSet<String>();
    for (String text : declaration.texts(TOKENS)) {
      if (!DIGEST_FORM.matcher(text).matches()) { // it may be a token: the message must not show it
        throw declaration.invalidField(
            TOKENS, "something else", DIGEST + " and the token's digest, 64 digits of hex");
      }
      String digest = text.substring(DIGEST.length());
      if (!digests.add(digest)) {
        throw declaration.invalidField(TOKENS, text, "a token that no other caller has");
      }
      own.add(digest);
    }
    return own;
  }

  private Set<X500Principal> subjects(Fields declaration) {
    var own = new HashSet<X500Principal>();
    for (String text : declaration.texts(CERTIFICATES)) {
      X500Principal subject = subject(declaration, text);
      if (!subjects.add(subject)) {
        throw declaration.invalidField(
            CERTIFICATES, "\"" + text + "\"", "a subject that no other caller has");
      }
      own.add(subject);
    }
    return own;
  }

  private static X500Principal subject(Fields declaration, String text) {
    try {
      return new X500Principal(text);
    } catch (IllegalArgumentException e) {
      throw declaration.invalidField(
          CERTIFICATES, "\"" + text + "\"", "a subject, as CN=ci,O=Acme");
    }
  }

  private static void require(Resource resource, String field, String found, String expected) {
    if (!found.equals(expected)) {
      throw new BadInput(field, found.isEmpty() ? "missing" : found, expected, resource.node());
    }
  }
}
