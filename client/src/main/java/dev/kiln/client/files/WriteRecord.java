package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the user's state folder remembers about one write until it is done. The package holds only
 * the staged files and the secret; the record says what they are.
 */
final class WriteRecord {
  /** How far a write is. A file beside the record marks each phase after the first. */
  enum Phase {
    /** Nothing has changed in the package. */
    STAGING,
    /** Some files may be new. */
    PLACING,
    /** Some files may be old again. */
    UNDOING,
    /** Only the staged files are left to remove. */
    DONE
  }

  private static final String VERSION = "kiln-write 2";
  private static final String END = "\0"; // no path contains it
  private static final int SECRET_BYTES = 16;
  private static final int HEADER_WORDS = 3;
  private static final int HEADER_BYTES = 3 * 4096; // more than the longest path and its key
  private static final Duration KEPT = Duration.ofDays(1);
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}");
  private static final List<Phase> AFTER_STAGING =
      List.of(Phase.PLACING, Phase.UNDOING, Phase.DONE);

  private final Path folder;
  private final String secret;
  private final Path root;
  private final String rootKey;

  private WriteRecord(Path folder, String secret, Path root, String rootKey) {
    this.folder = folder;
    this.secret = secret;
    this.root = root;
    this.rootKey = rootKey;
  }

  /** Saves the record of a write that is about to begin. */
  static WriteRecord create(Path folder, Path root, WriteJournal journal) throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    String name = HexFormat.of().formatHex(secret);
    var record = new WriteRecord(folder, name, root, key(root));
    var words = new ArrayList<>(List.of(VERSION, root.toString(), record.rootKey));
    words.addAll(journal.words());
    Path draft = folder.resolve(name + ".draft");
    try {
      DurableFiles.write(draft, String.join(END, words).getBytes(UTF_8));
      DurableFiles.sync(draft);
      Files.move(draft, record.file(), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
    return record;
  }

  /**
   * Reads a record.
   *
   * @return empty if the file is none, or was removed meanwhile
   */
  static Optional<WriteRecord> find(Path file) {
    String name = file.getFileName().toString();
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    try (var in = Files.newInputStream(file)) {
      String[] words = new String(in.readNBytes(HEADER_BYTES), UTF_8).split(END, HEADER_WORDS + 1);
      return words.length > HEADER_WORDS && words[0].equals(VERSION)
          ? Optional.of(new WriteRecord(file.resolveSibling(""), name, Path.of(words[1]), words[2]))
          : Optional.empty(); // a record of another version
    } catch (NoSuchFileException _) {
      return Optional.empty(); // its write is done
    } catch (IOException e) {
      throw new PackageException(file + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  private static String key(Path root) throws IOException {
    return String.valueOf(
        Files.readAttributes(root, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey());
  }

  /** Names the write. Nobody else knows the secret, and the staging folder has it. */
  String secret() {
    return secret;
  }

  /** The real path of the package. */
  Path root() {
    return root;
  }

  /**
   * Reads the plan of the write, which may be long.
   *
   * @throws IOException if it cannot be read
   */
  WriteJournal journal() throws IOException {
    List<String> words = List.of(Files.readString(file()).split(END, -1));
    return WriteJournal.of(words.listIterator(HEADER_WORDS));
  }

  /** Whether the package is gone, and the write began long ago. */
  boolean isObsolete() throws IOException {
    Instant began = Files.getLastModifiedTime(file()).toInstant();
    return Files.notExists(root, LinkOption.NOFOLLOW_LINKS)
        && began.isBefore(Instant.now().minus(KEPT));
  }

  Phase phase() {
    for (Phase phase : AFTER_STAGING.reversed()) {
      if (Files.exists(marker(phase))) {
        return phase;
      }
    }
    return Phase.STAGING;
  }

  private Path marker(Phase phase) {
    return folder.resolve(secret + "." + phase.name().toLowerCase(Locale.ROOT));
  }

  /** Whether one of the two folders contains the other, or they are the same. */
  boolean overlaps(Path other) {
    return root.startsWith(other) || other.startsWith(root);
  }

  /** Whether the folder at the record's path is still the folder that the write began in. */
  boolean hasRoot() {
    try {
      return key(root).equals(rootKey);
    } catch (IOException _) {
      return false; // it is gone, or nobody may see it
    }
  }

  /** Begins a phase. If this process ends, the next one goes on from there. */
  void advance(Phase phase) throws IOException {
    Path marker = marker(phase);
    if (!Files.exists(marker)) {
      DurableFiles.write(marker, new byte[0]);
      DurableFiles.sync(marker);
    }
  }

  /** Forgets the write. The record goes last, because without it nobody looks for its phases. */
  void delete() throws IOException {
    for (Phase phase : AFTER_STAGING.reversed()) {
      Files.deleteIfExists(marker(phase));
    }
    Files.deleteIfExists(file());
  }

  private Path file() {
    return folder.resolve(secret);
  }
}
