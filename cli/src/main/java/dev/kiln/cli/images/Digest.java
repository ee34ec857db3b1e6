package dev.kiln.cli.images;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a blob is called after: {@code sha256:} and the hash of its bytes. */
record Digest(String algorithm, String hex) {
  private static final Pattern FORM =
      Pattern.compile("(sha256):([0-9a-f]{64})|(sha512):([0-9a-f]{128})");

  /** Of a text; empty if it is none. Nothing but a hash may become the name of a file. */
  static Optional<Digest> find(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    int group = match.group(1) == null ? 3 : 1;
    return Optional.of(new Digest(match.group(group), match.group(group + 1)));
  }

  /** Of bytes. */
  static Digest of(byte[] bytes) {
    return ended("sha256", newMessageDigest("sha256"), bytes);
  }

  private static Digest ended(String algorithm, MessageDigest meter, byte[] last) {
    return new Digest(algorithm, HexFormat.of().formatHex(meter.digest(last)));
  }

  private static MessageDigest newMessageDigest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm.replace("sha", "SHA-"));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What takes the bytes of a blob, to be asked {@link #isOf} in the end. */
  MessageDigest newMessageDigest() {
    return newMessageDigest(algorithm);
  }

  /** Whether those are the bytes. */
  boolean isOf(byte[] bytes) {
    return ended(algorithm, newMessageDigest(), bytes).equals(this);
  }

  /** Whether the bytes that {@code meter} took are those. */
  boolean isOf(MessageDigest meter) {
    return ended(algorithm, meter, new byte[0]).equals(this);
  }

  /** Where a layout has the blob. */
  String file() {
    return "blobs/" + algorithm + "/" + hex;
  }

  @Override
  public String toString() {
    return algorithm + ":" + hex;
  }
}
