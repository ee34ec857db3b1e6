package dev.kiln.conformance.execution;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.DocumentValue.Position;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import java.util.LinkedHashMap;

/**
 * A ResourceList as text, to be sent as it is written: what is put into it leaves the rest alone,
 * comments above all.
 */
public record EditableListText(YamlDocument document) {
  /** Reads one. */
  public static EditableListText of(String text) throws UnreadableDocumentException {
    return new EditableListText(YamlDocument.of(text));
  }

  public String text() {
    return document.text();
  }

  private DocumentValue root() {
    return document.root();
  }

  /** With a functionConfig instead of the one it has. */
  public EditableListText withConfig(String json) {
    if (root().find("functionConfig").isPresent()) {
      return without("functionConfig").withConfig(json);
    }
    return root().place().isFlow()
        ? spliced(root().place().start() + 1, "\"functionConfig\":" + json + ",")
        : append("functionConfig: " + json + "\n");
  }

  /** In JSON, where no comments are, it does not matter how it was written. */
  private EditableListText without(String field) {
    var rest = new LinkedHashMap<>(root().map());
    rest.remove(field);
    return made(JsonText.of(new DocumentValue.Mapping(rest, root().place())));
  }

  private EditableListText append(String line) {
    String text = text().endsWith("\n") ? text() : text() + "\n";
    return made(text + line);
  }

  /** With items before its own, which are YAML without indentation. */
  public EditableListText withItems(String items) throws UnreadableDocumentException {
    if (!(root().find("items").orElse(null) instanceof Sequence list)) {
      throw new UnreadableDocumentException("it has no items");
    }
    Position place = list.place();
    if (place.isFlow()) {
      String json = JsonText.of(YamlDocument.of(items).root());
      String inner = json.substring(1, json.length() - 1);
      return spliced(place.start() + 1, inner + (list.values().isEmpty() ? "" : ", "));
    }
    String indented = items.replaceAll("\n(?=.)", "\n" + " ".repeat(place.column()));
    return spliced(place.start(), indented + " ".repeat(place.column()));
  }

  /** Of another version. */
  public EditableListText withVersion(String version) {
    String old = root().text("apiVersion");
    int at = root().find("apiVersion").map(value -> value.place().start()).orElse(-1);
    if (at < 0) {
      return this;
    }
    int start = text().indexOf(old, at);
    return made(text().substring(0, start) + version + text().substring(start + old.length()));
  }

  /** The same in JSON. */
  public String json() {
    return JsonText.of(root());
  }

  private EditableListText spliced(int at, String with) {
    int start = text().offsetByCodePoints(0, at); // the library counts as Unicode does
    return made(text().substring(0, start) + with + text().substring(start));
  }

  private static EditableListText made(String text) {
    try {
      return of(text);
    } catch (UnreadableDocumentException e) {
      throw new IllegalStateException(e.getMessage() + " in:\n" + text, e);
    }
  }
}
