package dev.kiln.client.files;

/**
 * The change to one file.
 *
 * @param path relative to the package's root, with slashes
 * @param before its bytes, none if the file is created; callers must not change the array
 * @param after its bytes, none if the file is deleted; callers must not change the array
 */
@SuppressWarnings("ArrayRecordComponent") // whole files, never compared as values
public record FileChange(String path, Kind kind, byte[] before, byte[] after) {
  /** What happens to a file. */
  public enum Kind {
    CREATED,
    CHANGED,
    DELETED
  }

  private static final byte[] NOTHING = {};

  static FileChange created(String path, byte[] after) {
    return new FileChange(path, Kind.CREATED, NOTHING, after);
  }

  static FileChange deleted(PackageFile file) {
    return new FileChange(file.path(), Kind.DELETED, file.bytes(), NOTHING);
  }
}
