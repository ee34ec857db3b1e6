package dev.kiln.net;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * One block of a PEM file.
 *
 * @param type what stands after BEGIN
 * @param body what stands between the two lines
 */
record PemBlock(TlsFile file, String type, String body) {
  private static final String BEGIN = "-----BEGIN ";
  private static final String DASHES = "-----";

  /** The blocks of a file, at least one; text around them is passed over. */
  static List<PemBlock> readAll(TlsFile file) {
    var blocks = new ArrayList<PemBlock>();
    String text = file.require();
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      PemBlock block = at(begin, file);
      blocks.add(block);
      begin = text.indexOf(BEGIN, begin + block.length());
    }
    if (blocks.isEmpty()) {
      throw new BadTls(file.path(), "not PEM", BEGIN + "..." + DASHES);
    }
    return blocks;
  }

  private static PemBlock at(int begin, TlsFile file) {
    String text = file.text();
    int typeEnd = text.indexOf(DASHES, begin + BEGIN.length());
    String type = typeEnd < 0 ? "" : text.substring(begin + BEGIN.length(), typeEnd);
    int end = typeEnd < 0 ? -1 : text.indexOf(end(type), typeEnd);
    if (end < 0 || text.substring(typeEnd + DASHES.length(), end).contains(DASHES)) {
      throw new BadTls(file.path(), "the block " + type + " has no end", end(type));
    }
    return new PemBlock(file, type, text.substring(typeEnd + DASHES.length(), end));
  }

  private static String end(String type) {
    return "-----END " + type + DASHES;
  }

  private int length() {
    return BEGIN.length() + type.length() + DASHES.length() + body.length() + end(type).length();
  }

  /** If it needs a passphrase, in the new way or the old. */
  boolean isEncrypted() {
    return type.startsWith("ENCRYPTED ") || body.contains("Proc-Type:");
  }

  byte[] der() {
    try {
      return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
    } catch (IllegalArgumentException _) {
      throw bad("is no base64");
    }
  }

  BadTls bad(String problem) {
    return new BadTls(file.path(), "the block " + type + " " + problem);
  }

  @Override
  public String toString() {
    return type;
  }
}
