package dev.kiln.runtime.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token that tells a server who calls. A file is read anew for each call, because tokens are
 * replaced.
 */
public final class ClientToken {
  /** No token. */
  public static final ClientToken NONE = new ClientToken(null, null);

  private static final Pattern FORM = Pattern.compile("[-A-Za-z0-9._~+/]+=*"); // RFC 6750

  private final @Nullable String text;
  private final @Nullable Path file;

  private ClientToken(@Nullable String text, @Nullable Path file) {
    this.text = text;
    this.file = file;
  }

  /**
   * A token; none if the text is empty.
   *
   * @param source says in messages where the text is from
   * @throws IllegalArgumentException if it is no token; the message does not show it
   */
  public static ClientToken of(String text, String source) {
    if (text.isEmpty()) {
      return NONE;
    }
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          source + " has a character that no token has (expected: letters, digits and -._~+/=)");
    }
    return new ClientToken(text, null);
  }

  /**
   * The token in a file.
   *
   * @throws IllegalArgumentException if there is none now
   */
  public static ClientToken ofFile(Path file) {
    var token = new ClientToken(null, file);
    if (token.authorization().isEmpty()) {
      throw new IllegalArgumentException(file + ": no token in it (expected: one line)");
    }
    return token;
  }

  /**
   * The value of the header {@code Authorization}; empty without a token. If the file has none any
   * more, the server says that it does not know the caller.
   */
  Optional<String> authorization() {
    return read().filter(token -> FORM.matcher(token).matches()).map(token -> "Bearer " + token);
  }

  private Optional<String> read() {
    Path from = file;
    if (from == null) {
      return Optional.ofNullable(text);
    }
    try {
      return Optional.of(Files.readString(from).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** It is a secret. */
  @Override
  public String toString() {
    return file == null ? "a token" : "the token in " + file;
  }
}
