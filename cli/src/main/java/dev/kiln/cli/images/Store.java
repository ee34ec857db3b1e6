package dev.kiln.cli.images;

import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Files by name, in a folder or in an archive. */
sealed interface Store permits FolderStore, TarStore {
  /** Of a manifest, a configuration, an index; a registry refuses what is larger by far. */
  int MOST = 16 << 20;

  /** Where it is. */
  Path path();

  boolean has(String name);

  /** The bytes of a file that is there. */
  InputStream open(String name) throws IOException;

  /** All of it or, should it fail, nothing. */
  void write(Rewriting change) throws IOException;

  /**
   * The same.
   *
   * @throws ImageException if it fails
   */
  default void rewrite(Rewriting change) {
    try {
      write(change);
    } catch (IOException e) {
      throw ImageException.of(path().toString(), e);
    }
  }

  /**
   * What is to become of the files.
   *
   * @param written new files and others in place of old ones; the last refers to those before it
   * @param removed files that nothing refers to any more
   */
  record Rewriting(Map<String, byte[]> written, Set<String> removed) {
    public Rewriting {
      written = new LinkedHashMap<>(written);
      removed = Set.copyOf(removed);
    }
  }

  /** For people: a file in it. */
  default String place(String name) {
    return path() + ", " + name;
  }

  /** The bytes of a small file. */
  default byte[] read(String name) {
    if (!has(name)) {
      throw new ImageException(place(name) + ": is not there");
    }
    try (InputStream in = open(name)) {
      byte[] bytes = in.readNBytes(MOST + 1);
      if (bytes.length > MOST) {
        throw new ImageException(place(name), "more than " + MOST + " bytes", "a small JSON file");
      }
      return bytes;
    } catch (IOException e) {
      throw ImageException.of(place(name), e);
    }
  }

  /** What a JSON file says. */
  default Node json(String name) {
    return json(name, read(name));
  }

  /** What the bytes of a JSON file say. */
  default Node json(String name, byte[] bytes) {
    try {
      return Yaml.parse(bytes).refuseDuplicateKeys();
    } catch (BadYaml | BadInput e) {
      throw new ImageException(place(name), e.getMessage(), "JSON");
    }
  }
}
