package dev.kiln.cli.images;

import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Files of a tar archive. What is not changed in it keeps its bytes, headers and place. */
final class TarStore implements Store {
  private static final int LINKS = 8;

  private final Path path;
  private final List<TarEntry> entries;

  /** By name; of two the last, as unpacking gives. */
  private final Map<String, TarEntry> byName = new HashMap<>();

  private TarStore(Path path, List<TarEntry> entries) {
    this.path = path;
    this.entries = entries;
    entries.forEach(entry -> byName.put(entry.name(), entry));
  }

  /** Reads what is in it. */
  static TarStore of(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      var tar = new TarReader(in);
      return new TarStore(path, entries(tar));
    }
  }

  private static List<TarEntry> entries(TarReader tar) throws IOException {
    var all = Stream.<TarEntry>builder();
    for (var next = tar.next(); next.isPresent(); next = tar.next()) {
      all.add(next.get());
    }
    return all.build().toList();
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public boolean has(String name) {
    return find(name).isPresent();
  }

  /** A file, or the one that links lead to. */
  private Optional<TarEntry> find(String name) {
    TarEntry found = byName.get(name);
    for (int i = 0; i < LINKS && found != null && found.isLink(); i++) {
      Path from = found.type() == '1' ? Path.of("") : Path.of(found.name());
      found = byName.get(from.resolveSibling(found.link()).normalize().toString());
    }
    return Optional.ofNullable(found).filter(TarEntry::isFile);
  }

  @Override
  public InputStream open(String name) throws IOException {
    TarEntry entry = find(name).orElseThrow(() -> new FileNotFoundException(name));
    FileChannel channel = FileChannel.open(path).position(entry.data());
    InputStream in = Channels.newInputStream(channel);
    return new FilterInputStream(new TarBytes(in, entry.size(), _ -> {})) {
      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  @Override
  public void write(Rewriting change) throws IOException {
    Path file = path.toRealPath(); // a link stays one
    Path part = Siblings.temporaryPath(file);
    try {
      try (FileChannel from = FileChannel.open(file);
          OutputStream to =
              new BufferedOutputStream(
                  Files.newOutputStream(part, StandardOpenOption.CREATE_NEW))) {
        write(change, from, to);
      }
      keepRights(file, part);
      Siblings.replace(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void write(Rewriting change, FileChannel from, OutputStream to) throws IOException {
    var left = new LinkedHashMap<>(change.written());
    for (TarEntry entry : entries) {
      boolean counts = entry.equals(byName.get(entry.name()));
      if (counts && left.containsKey(entry.name())) {
        to.write(TarHeader.withBytes(entry.name(), left.remove(entry.name())));
      } else if (!change.removed().contains(entry.name())) {
        from.position(entry.start());
        try (var bytes =
            new TarBytes(Channels.newInputStream(from), entry.end() - entry.start(), _ -> {})) {
          bytes.transferTo(to);
        }
      }
    }
    for (Map.Entry<String, byte[]> file : left.entrySet()) {
      to.write(TarHeader.withBytes(file.getKey(), file.getValue()));
    }
    to.write(new byte[2 * TarReader.BLOCK]);
  }

  private static void keepRights(Path from, Path to) throws IOException {
    var before = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    var after = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (before != null && after != null) {
      after.setPermissions(before.readAttributes().permissions());
    }
  }
}
