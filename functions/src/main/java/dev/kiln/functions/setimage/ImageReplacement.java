package dev.kiln.functions.setimage;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Default;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An image to replace, and its replacement.
 *
 * @param name the image to replace, without tag and digest
 * @param newName its new name; empty keeps the old one
 * @param newTag its new tag; empty keeps tag and digest
 * @param digest its new digest; empty keeps tag and digest
 */
public record ImageReplacement(
    @Default("") String name,
    @Default("") String newName,
    @Default("") String newTag,
    @Default("") String digest) {
  private static final Pattern VERSION =
      Pattern.compile("(:[\\w.{}-]*)?(@[A-Za-z][\\w+.-]*:[\\w.{}-]*)?");

  /** Refuses incomplete or contradictory settings. */
  public ImageReplacement {
    BadInput.unless(!name.isEmpty(), "name", null, "the name of the image to replace");
    if (newName.isEmpty() && newTag.isEmpty() && digest.isEmpty()) {
      throw new BadInput("", "neither newName nor newTag nor digest", "one of them at least");
    }
    if (!newTag.isEmpty() && !digest.isEmpty()) {
      throw new BadInput("digest", "beside newTag", "one of the two");
    }
  }

  /** Returns the new image; empty if the image has another name than {@link #name}. */
  Optional<String> applyTo(String image) {
    if (!image.startsWith(name)) {
      return Optional.empty();
    }
    String version = image.substring(name.length());
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches()
        ? Optional.of((newName.isEmpty() ? name : newName) + newVersion(version))
        : Optional.empty();
  }

  private String newVersion(String old) {
    if (!newTag.isEmpty()) {
      return ":" + newTag;
    }
    return digest.isEmpty() ? old : "@" + digest;
  }
}
