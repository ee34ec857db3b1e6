package dev.kiln.client.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a file is to be: its documents with other items in them.
 *
 * <p>Documents that are not concerned are copied. A new item becomes a document of its own, or
 * joins the List that the item before it is in.
 */
final class FileDraft {
  private static final byte[] NOTHING = {};

  private final String path;
  private final @Nullable PackageFile before;
  private final List<PlacedItem> items;
  private final byte[] lineBreak;
  private final IdentityHashMap<PackageItem, Part> parts = new IdentityHashMap<>();
  private final IdentityHashMap<Part, Piece> kept = new IdentityHashMap<>();
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * A document that is to be.
   *
   * @param part the one that it was; null if it is new
   */
  private record Piece(@Nullable Part part, List<PlacedItem> items) {}

  private FileDraft(String path, @Nullable PackageFile before, List<PlacedItem> items) {
    this.path = path;
    this.before = before;
    this.items = items;
    this.lineBreak = Lines.lineBreak(before == null ? NOTHING : before.bytes());
  }

  /** Of a file that there is. */
  static FileDraft of(PackageFile before, List<PlacedItem> items) {
    return new FileDraft(before.path(), before, items);
  }

  /** Of a new file. */
  static FileDraft of(String path, List<PlacedItem> items) {
    return new FileDraft(path, null, items);
  }

  /** The file's bytes; none if nothing is left in it. */
  byte[] text() {
    if (before != null && isAsRead(before)) {
      return before.bytes();
    }
    var sorted = new ArrayList<>(items);
    sorted.sort(
        Comparator.comparingInt(item -> item.index() < 0 ? Integer.MAX_VALUE : item.index()));
    cut(sorted);
    if (pieces.stream().allMatch(piece -> isBlank(piece.part))) {
      return NOTHING;
    }
    return FileNames.isJson(path) && isStream() ? JsonText.list(sorted) : join();
  }

  @SuppressWarnings("ReferenceEquality") // the very item and the very resource: nobody changed it
  private boolean isAsRead(PackageFile file) {
    if (items.size() != file.items().size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      if (item.origin() != file.items().get(i)
          || item.index() != i
          || item.resource() != file.items().get(i).resource()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBlank(@Nullable Part part) {
    return part instanceof Part.Inert inert && inert.blank();
  }

  /** Whether several documents would stand in a file of JSON, and one of them is new. */
  private boolean isStream() {
    return pieces.size() > 1 && pieces.stream().anyMatch(piece -> piece.part == null);
  }

  /** Makes the pieces in their order. */
  private void cut(List<PlacedItem> sorted) {
    var all = before == null ? List.<Part>of() : before.parts();
    for (var part : all) {
      if (part instanceof Part.Alone alone) {
        parts.put(alone.item(), alone);
      } else if (part instanceof Part.Listed listed) {
        listed.items().stream()
            .filter(item -> item != null)
            .forEach(item -> parts.put(item, listed));
      }
    }
    for (var item : sorted) {
      piece(item).items.add(item);
    }
    keep(all);
  }

  /** What stays without items follows what it followed. */
  private void keep(List<Part> all) {
    var front = new ArrayList<Piece>();
    var behind = new IdentityHashMap<Piece, List<Piece>>();
    var last = front;
    for (var part : all) {
      var piece = kept.get(part);
      if (piece != null) {
        last = new ArrayList<>();
        behind.put(piece, last);
      } else if (stays(part)) {
        last.add(new Piece(part, List.of()));
      }
    }
    if (!front.isEmpty() || behind.values().stream().anyMatch(pieces -> !pieces.isEmpty())) {
      for (var piece : pieces) {
        front.add(piece);
        front.addAll(behind.getOrDefault(piece, List.of()));
      }
      pieces.clear();
      pieces.addAll(front);
    }
  }

  private Piece piece(PlacedItem item) {
    Part part = item.origin() == null ? null : parts.get(item.origin());
    if (part == null || (part instanceof Part.Alone && kept.containsKey(part))) {
      part = list(); // new, or a second one made of the same
    }
    if (part != null && kept.containsKey(part)) {
      return kept.get(part);
    }
    var piece = new Piece(part, new ArrayList<>());
    pieces.add(piece);
    if (part != null) {
      kept.put(part, piece);
    }
    return piece;
  }

  /** The List that a new item joins. */
  private Part.@Nullable Listed list() {
    if (!pieces.isEmpty() && pieces.getLast().part instanceof Part.Listed listed) {
      return listed;
    }
    Part.Listed only = null;
    var all = before == null ? List.<Part>of() : before.parts();
    for (var part : all) {
      if (part instanceof Part.Listed listed && only == null) {
        only = listed;
      } else if (!isBlank(part) && !FileNames.isJson(path)) {
        return null;
      }
    }
    return only;
  }

  private static boolean stays(Part part) {
    return part instanceof Part.Inert
        || (part instanceof Part.Listed listed
            && (listed.items().isEmpty() || listed.items().contains(null)));
  }

  private byte[] join() {
    var out = new FileJoin(lineBreak);
    if (before != null) {
      out.head(before.head(), startsMarked(before));
    }
    for (var piece : pieces) {
      if (piece.part instanceof Part.Alone alone) {
        out.add(alone.document(), alone(alone, piece.items));
      } else if (piece.part instanceof Part.Listed listed) {
        out.add(listed.document(), new ListDraft(listed, piece.items).text());
      } else if (piece.part != null) {
        out.add(piece.part.document(), piece.part.document().text());
      } else {
        out.add(fresh(piece.items.getFirst()));
      }
    }
    return out.toBytes();
  }

  private static boolean startsMarked(PackageFile file) {
    return !file.parts().isEmpty() && file.parts().getFirst().document().lead().length > 0;
  }

  private byte[] fresh(PlacedItem item) {
    return FileNames.isJson(path)
        ? JsonText.of(item.resource().node())
        : Lines.withBreaks(ResourceText.yaml(item), lineBreak);
  }

  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing gives the very resource
  private byte[] alone(Part.Alone alone, List<PlacedItem> placed) {
    var resource = placed.getFirst().resource();
    if (resource == alone.item().resource()) {
      return alone.document().text();
    }
    if (!ResourceText.isLike(resource, alone.item().resource())) {
      return fresh(placed.getFirst());
    }
    return FileNames.isJson(path)
        ? resource.node().document()
        : ResourceText.asIs(placed.getFirst());
  }
}
