package dev.kiln.client.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders a file: its documents with the items that they are to have.
 *
 * <p>Documents without changes are copied. A new item becomes its own document, or joins the List
 * that contains the item before it.
 */
final class FileRenderer {
  private static final byte[] NOTHING = {};

  private final String path;
  private final @Nullable PackageFile before;
  private final List<PlacedItem> items;
  private final byte[] lineBreak;
  private final IdentityHashMap<PackageItem, ParsedDocument> documentOf = new IdentityHashMap<>();
  private final IdentityHashMap<ParsedDocument, OutputDocument> outputOf = new IdentityHashMap<>();
  private final List<OutputDocument> output = new ArrayList<>();

  /**
   * A document to write.
   *
   * @param part the document that it was; null if it is new
   */
  private record OutputDocument(@Nullable ParsedDocument part, List<PlacedItem> items) {}

  private FileRenderer(String path, @Nullable PackageFile before, List<PlacedItem> items) {
    this.path = path;
    this.before = before;
    this.items = items;
    this.lineBreak = ByteLines.lineBreak(before == null ? NOTHING : before.bytes());
  }

  /** Returns the bytes of a file that exists; none if nothing is left in the file. */
  static byte[] render(PackageFile before, List<PlacedItem> items) {
    if (isAsRead(before, items)) {
      return before.bytes();
    }
    return isOneDocument(before, items)
        ? ResourceText.asIs(items.getFirst())
        : new FileRenderer(before.path(), before, items).text();
  }

  /** Returns the bytes of a new file; none if it has no items. */
  static byte[] render(String path, List<PlacedItem> items) {
    return new FileRenderer(path, null, items).text();
  }

  /** Whether the file was and stays one YAML document, with nothing beside the text of its item. */
  @SuppressWarnings("ReferenceEquality") // the item that was read, not one like it
  private static boolean isOneDocument(PackageFile file, List<PlacedItem> items) {
    return items.size() == 1
        && file.documents().size() == 1
        && file.documents().getFirst() instanceof ParsedDocument.SingleItem only
        && only.item() == items.getFirst().origin()
        && file.head().length == 0
        && only.document().separator().length == 0
        && !FileNameFilter.isJson(file.path())
        && ResourceText.isLike(items.getFirst().resource(), only.item().resource());
  }

  private byte[] text() {
    var sorted = new ArrayList<>(items);
    sorted.sort(
        Comparator.comparingInt(item -> item.index() < 0 ? Integer.MAX_VALUE : item.index()));
    createDocuments(sorted);
    if (output.stream().allMatch(piece -> isBlank(piece.part))) {
      return NOTHING;
    }
    if (!FileNameFilter.isJson(path)) {
      return join();
    }
    byte[] json = isStream() ? JsonText.list(sorted) : join();
    return before == null ? json : JsonText.indentedLike(before.bytes(), json);
  }

  @SuppressWarnings("ReferenceEquality") // the same instances mean that nobody changed them
  private static boolean isAsRead(PackageFile file, List<PlacedItem> items) {
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

  private static boolean isBlank(@Nullable ParsedDocument part) {
    return part instanceof ParsedDocument.NoItems inert && inert.blank();
  }

  /** Whether a JSON file would hold several documents, one of them new. */
  private boolean isStream() {
    return output.size() > 1 && output.stream().anyMatch(piece -> piece.part == null);
  }

  /** Creates the output documents in their order. */
  private void createDocuments(List<PlacedItem> sorted) {
    var all = before == null ? List.<ParsedDocument>of() : before.documents();
    for (var part : all) {
      if (part instanceof ParsedDocument.SingleItem alone) {
        documentOf.put(alone.item(), alone);
      } else if (part instanceof ParsedDocument.ItemList listed) {
        listed.items().stream()
            .filter(item -> item != null)
            .forEach(item -> documentOf.put(item, listed));
      }
    }
    for (var item : sorted) {
      documentFor(item).items.add(item);
    }
    addItemlessDocuments(all);
  }

  /** Keeps documents without items after the documents that they followed. */
  private void addItemlessDocuments(List<ParsedDocument> all) {
    var front = new ArrayList<OutputDocument>();
    var behind = new IdentityHashMap<OutputDocument, List<OutputDocument>>();
    var last = front;
    for (var part : all) {
      var piece = outputOf.get(part);
      if (piece != null) {
        last = new ArrayList<>();
        behind.put(piece, last);
      } else if (isKept(part)) {
        last.add(new OutputDocument(part, List.of()));
      }
    }
    if (!front.isEmpty() || behind.values().stream().anyMatch(pieces -> !pieces.isEmpty())) {
      for (var piece : output) {
        front.add(piece);
        front.addAll(behind.getOrDefault(piece, List.of()));
      }
      output.clear();
      output.addAll(front);
    }
  }

  private OutputDocument documentFor(PlacedItem item) {
    ParsedDocument part = item.origin() == null ? null : documentOf.get(item.origin());
    if (part == null || (part instanceof ParsedDocument.SingleItem && outputOf.containsKey(part))) {
      part = list(); // new, or the second item made from the same item
    }
    if (part != null && outputOf.containsKey(part)) {
      return outputOf.get(part);
    }
    var piece = new OutputDocument(part, new ArrayList<>());
    output.add(piece);
    if (part != null) {
      outputOf.put(part, piece);
    }
    return piece;
  }

  /** Returns the List that a new item joins. */
  private ParsedDocument.@Nullable ItemList list() {
    if (!output.isEmpty() && output.getLast().part instanceof ParsedDocument.ItemList listed) {
      return listed;
    }
    ParsedDocument.ItemList only = null;
    var all = before == null ? List.<ParsedDocument>of() : before.documents();
    for (var part : all) {
      if (part instanceof ParsedDocument.ItemList listed && only == null) {
        only = listed;
      } else if (!isBlank(part) && !FileNameFilter.isJson(path)) {
        return null;
      }
    }
    return only;
  }

  private static boolean isKept(ParsedDocument part) {
    return part instanceof ParsedDocument.NoItems
        || (part instanceof ParsedDocument.ItemList listed
            && (listed.items().isEmpty() || listed.items().contains(null)));
  }

  private byte[] join() {
    var out = new DocumentJoiner(lineBreak);
    if (before != null) {
      out.head(before.head(), startsMarked(before));
    }
    for (var piece : output) {
      if (piece.part instanceof ParsedDocument.SingleItem alone) {
        out.add(alone.document(), alone(alone, piece.items));
      } else if (piece.part instanceof ParsedDocument.ItemList listed) {
        out.add(listed.document(), new ListRenderer(listed, piece.items).text());
      } else if (piece.part != null) {
        out.add(piece.part.document(), piece.part.document().text());
      } else {
        out.add(fresh(piece.items.getFirst()));
      }
    }
    return out.toBytes();
  }

  private static boolean startsMarked(PackageFile file) {
    return !file.documents().isEmpty()
        && file.documents().getFirst().document().separator().length > 0;
  }

  private byte[] fresh(PlacedItem item) {
    return FileNameFilter.isJson(path)
        ? JsonText.of(item.resource().node())
        : ByteLines.withBreaks(
            FinalLineBreak.append(ResourceText.yaml(item), lineBreak), lineBreak);
  }

  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing returns the same instance
  private byte[] alone(ParsedDocument.SingleItem alone, List<PlacedItem> placed) {
    var resource = placed.getFirst().resource();
    if (resource == alone.item().resource()) {
      return alone.document().text();
    }
    if (!ResourceText.isLike(resource, alone.item().resource())) {
      return fresh(placed.getFirst());
    }
    return FileNameFilter.isJson(path)
        ? resource.node().document()
        : ResourceText.asIs(placed.getFirst());
  }
}
