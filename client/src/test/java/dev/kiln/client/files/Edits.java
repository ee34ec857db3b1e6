package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.Json;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a case does with the items of its package, a line each. Items are named by their name;
 * {@code *} means all.
 *
 * <pre>
 * set NAME FIELD VALUE        changes a field
 * remove NAME FIELD
 * delete NAME
 * move NAME PATH INDEX        -1 is the end
 * add PATH INDEX FILE         a resource of a file beside this one, as a text of its own
 * generate PATH INDEX FILE    the same, as an item of a function's list
 * rewrite NAME FILE           as if a function had written the item anew
 * </pre>
 */
final class Edits {
  private final Path folder;
  private List<PlacedItem> items = List.of();

  Edits(Path folder) {
    this.folder = folder;
  }

  List<PlacedItem> apply(PackageFolder read) {
    items = TestPackage.placed(read, item -> item);
    for (String line : text("edits.txt").lines().toList()) {
      var words = line.split(" ", 4);
      items = new ArrayList<>(items.stream().flatMap(item -> one(words, item).stream()).toList());
      switch (words[0]) {
        case "add" -> add(words, Resource.parse(text(words[3])));
        case "generate" -> add(words, generated(words[3]));
        default -> {}
      }
    }
    return items;
  }

  private void add(String[] words, Resource resource) {
    items.add(new PlacedItem(words[1], Integer.parseInt(words[2]), resource, null));
  }

  private List<PlacedItem> one(String[] words, PlacedItem item) {
    if (!words[1].equals("*") && !words[1].equals(item.resource().name())) {
      return List.of(item);
    }
    return switch (words[0]) {
      case "delete" -> List.of();
      case "set" -> List.of(with(item, item.resource().edit(e -> e.set(words[2], value(words)))));
      case "remove" -> List.of(with(item, item.resource().edit(e -> e.remove(words[2]))));
      case "rewrite" -> List.of(with(item, generated(words[2])));
      case "move" ->
          List.of(
              new PlacedItem(words[2], Integer.parseInt(words[3]), item.resource(), item.origin()));
      default -> List.of(item);
    };
  }

  private static String value(String[] words) {
    return words[3];
  }

  private static PlacedItem with(PlacedItem item, Resource resource) {
    return new PlacedItem(item.path(), item.index(), resource, item.origin());
  }

  private Resource generated(String file) {
    String indented = text(file).strip().replace("\n", "\n  ");
    return ResourceList.parse(
            "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- " + indented + "\n")
        .items()
        .getFirst();
  }

  private String text(String name) {
    try {
      return new String(Files.readAllBytes(folder.resolve(name)), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String meaning(PackageItem item) {
    return item.path() + " " + Json.toJson(item.resource().node());
  }

  static String meaning(PlacedItem item) {
    return PackagePath.normal(item.path()) + " " + Json.toJson(item.resource().node());
  }
}
