package dev.kiln.runtime;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A pattern for image names in a rule: {@code *} stands for anything up to the next slash, {@code
 * **} for slashes as well. A pattern without a tag or digest matches any tag and digest. No pattern
 * matches an id, which names no repository.
 */
public final class ImagePattern {
  private static final Pattern PIECE = Pattern.compile("\\*\\*|\\*|[^*]+");

  private static final Pattern ID = Pattern.compile("(sha256:)?[0-9a-f]{64}");

  private final String text;
  private final Pattern pattern;
  private final boolean anyTag;

  public ImagePattern(String text) {
    this.text = text;
    this.anyTag = ImageName.of(text).repository().equals(text);
    var regex = new StringBuilder();
    PIECE
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .forEach(
            piece ->
                regex.append(
                    switch (piece) {
                      case "**" -> ".*";
                      case "*" -> "[^/]*";
                      default -> Pattern.quote(piece);
                    }));
    this.pattern = Pattern.compile(regex.toString());
  }

  /** Whether the image matches the pattern. */
  public boolean matches(String image) {
    String part = anyTag ? ImageName.of(image).repository() : image;
    return !ID.matcher(image).matches() && pattern.matcher(part).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
