package dev.kiln.functions.catalog;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A package on disk: its items by file, without the Kptfile and the configuration of its functions.
 *
 * @param files the items of each file, in order
 */
record PackageFiles(SortedMap<String, List<Resource>> files) {
  private static final String READERS = "internal.config.kubernetes.io/";
  private static final List<String> NO_ITEMS =
      List.of("fn-config.yaml", "replacements.yaml", "setters.yaml");

  static PackageFiles in(Path folder) {
    var files = new TreeMap<String, List<Resource>>();
    try (Stream<Path> paths = Files.list(folder)) {
      for (Path path : paths.toList()) {
        String name = path.getFileName().toString();
        if (name.endsWith(".yaml") && !NO_ITEMS.contains(name)) {
          files.put(name, items(name, Files.readAllBytes(path)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackageFiles(files);
  }

  /** The output of a run, by the files that its items name. */
  static PackageFiles of(ResourceList list) {
    var files = new TreeMap<String, List<Resource>>();
    for (Resource item : list.items()) {
      files.computeIfAbsent(item.path().orElse(""), _ -> new ArrayList<>()).add(item);
    }
    return new PackageFiles(files);
  }

  /** The same package with other files in place of some of its own. */
  PackageFiles changedBy(Path folder) {
    var changed = new TreeMap<>(files);
    changed.putAll(in(folder).files);
    return new PackageFiles(changed);
  }

  ResourceList list() {
    return ResourceList.of(files.values().stream().flatMap(List::stream).toArray(Resource[]::new));
  }

  /** The values of the files, without the annotations that a reader added. */
  Map<String, List<@Nullable Object>> meaning() {
    var meaning = new TreeMap<String, List<@Nullable Object>>();
    files.forEach(
        (name, items) -> meaning.put(name, items.stream().map(PackageFiles::meaning).toList()));
    return meaning;
  }

  private static List<Resource> items(String file, byte[] bytes) {
    var items = new ArrayList<Resource>();
    for (Node document : Yaml.parseAll(bytes)) {
      var read = Map.of(READERS + "path", file, READERS + "index", String.valueOf(items.size()));
      items.add(Resource.of(document).withAnnotations(read));
    }
    return items;
  }

  private static @Nullable Object meaning(Resource item) {
    Map<Object, @Nullable Object> map = copy(Objects.requireNonNull(item.node().value()));
    Map<Object, @Nullable Object> metadata = copy(Objects.requireNonNull(map.get("metadata")));
    Map<Object, @Nullable Object> annotations =
        copy(Objects.requireNonNullElse(metadata.get("annotations"), Map.of()));
    annotations.keySet().removeIf(key -> key.toString().startsWith(READERS));
    if (annotations.isEmpty()) {
      metadata.remove("annotations");
    } else {
      metadata.put("annotations", annotations);
    }
    map.put("metadata", metadata);
    return map;
  }

  private static Map<Object, @Nullable Object> copy(Object map) {
    return new LinkedHashMap<>((Map<?, ?>) map);
  }
}
