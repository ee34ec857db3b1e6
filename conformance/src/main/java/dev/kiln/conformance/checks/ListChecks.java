package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import dev.kiln.conformance.document.OutputList;
import dev.kiln.conformance.document.ValueDifferences;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Checks the list of an answer. */
final class ListChecks {
  private static final Pattern VERSION =
      Pattern.compile("config\\.kubernetes\\.io/(v1|v1beta1|v2alpha1|v2beta1|v2)");

  private ListChecks() {}

  /** There is nothing that an orchestrator could take for the function's output. */
  static void requireNoList(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    CaseFailedException.unless(
        exchange.output().filter(list -> list.extraOutput().isEmpty()).isEmpty(),
        "expected no list, found one with %s items: an orchestrator may take it for the output"
            .formatted(exchange.output().map(list -> list.items().size()).orElse(0)));
  }

  /** There is a list, whatever is in it: other clauses ask for that. */
  static void requireList(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    exchange.list();
  }

  /** The list stands alone. */
  static void requireListOnly(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException, CaseSkippedException {
    if (exchange.response().text().isBlank()) {
      throw new CaseSkippedException("nothing came back");
    }
    OutputList list = exchange.list();
    CaseFailedException.unless(
        list.extraOutput().isEmpty(),
        "expected the list and nothing else, found " + list.extraOutput());
  }

  /** What is in the list: as it was sent, or as the case says; or that they are objects. */
  static void items(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    if (expected.text().equals("same") && isEcho(exchange)) {
      return; // to read a large list takes seconds
    }
    DocumentValue items = exchange.items();
    if (expected.text().equals("objects")) {
      requireObjects(items);
      return;
    }
    DocumentValue wanted =
        switch (expected.text()) {
          case "same" -> exchange.input().root().find("items").orElseThrow();
          case "" -> expected;
          default -> Sample.read(expected.text()).document().root();
        };
    List<String> differences = ValueDifferences.between("items", wanted, items);
    CaseFailedException.unless(differences.isEmpty(), String.join("\n", differences));
  }

  private static boolean isEcho(CaseExchange exchange) {
    return Arrays.equals(exchange.request().list(), exchange.response().output());
  }

  private static void requireObjects(DocumentValue items) throws CaseFailedException {
    CaseFailedException.unless(
        items instanceof Sequence, "items: expected a list, found " + items.kind());
    int i = 0;
    for (DocumentValue item : ((Sequence) items).values()) {
      CaseFailedException.unless(
          item instanceof Mapping, "items[%d]: expected a map, found %s".formatted(i, item.kind()));
      i++;
    }
  }

  /** To the last byte. */
  static void bytes(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    byte[] sent = exchange.request().list();
    byte[] came = exchange.response().output();
    int at = Arrays.mismatch(sent, came);
    if (at >= 0) {
      long line =
          1
              + exchange
                  .requestText()
                  .substring(0, Math.min(at, exchange.requestText().length()))
                  .lines()
                  .count();
      throw new CaseFailedException(
          "expected the bytes that were sent, found others from byte %d on, near line %d"
              .formatted(at, line));
    }
  }

  /** As it is written. */
  static void text(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    CaseFailedException.unless(
        exchange.response().text().contains(expected.text()),
        "expected, as it is written: %s".formatted(expected.text()));
  }

  /** It has at least so many bytes. */
  static void requireMinimumSize(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    int length = exchange.response().output().length;
    CaseFailedException.unless(
        length >= Integer.parseInt(expected.text()),
        "expected at least %s bytes, found %d".formatted(expected.text(), length));
  }

  /** Nothing at all came out. */
  static void requireNoOutput(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    CaseFailedException.unless(
        exchange.response().output().length == 0,
        "expected nothing on stdout, found \"%s\""
            .formatted(exchange.response().text().lines().findFirst().orElse("")));
  }

  /** The version and kind that an answer has. */
  static void version(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    DocumentValue list = exchange.list().document().root();
    CaseFailedException.unless(
        list.text("kind").equals("ResourceList"),
        "kind: expected \"ResourceList\", found \"%s\"".formatted(list.text("kind")));
    String found = list.text("apiVersion");
    String group = "config.kubernetes.io/";
    String asked = exchange.input().root().text("apiVersion");
    CaseFailedException.unless(
        expected.text().equals("same") ? found.equals(asked) : VERSION.matcher(found).matches(),
        "apiVersion: expected \"%s\", found \"%s\""
            .formatted(expected.text().equals("same") ? asked : group + "v1", found));
  }

  /**
   * A text that has to be somewhere in the list, as a value; not in functionConfig, which comes
   * back as it was sent.
   */
  static void requireValue(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    Map<String, DocumentValue> fields = exchange.list().document().root().map();
    for (String text : ResponseChecks.texts(expected)) {
      CaseFailedException.unless(
          fields.entrySet().stream()
              .filter(field -> !field.getKey().equals("functionConfig"))
              .anyMatch(field -> has(field.getValue(), text)),
          "expected \"%s\" in the list that came back, found it nowhere".formatted(text));
    }
  }

  /** The text of the kit's own item, if the function kept that item. */
  static void requireProbeText(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException, CaseSkippedException {
    for (var pair : ItemPairs.of(exchange.input().root().list("items"), exchange.list().items())) {
      String before = pair.before().text("data", "greeting");
      if (!before.isEmpty()) {
        String after = pair.after().text("data", "greeting");
        CaseFailedException.unless(
            after.equals(before), "expected \"%s\", found \"%s\"".formatted(before, after));
        return;
      }
    }
    throw new CaseSkippedException("the function does not keep the kit's own item");
  }

  private static boolean has(DocumentValue value, String text) {
    return switch (value) {
      case Mapping(var entries, _) -> entries.values().stream().anyMatch(v -> has(v, text));
      case Sequence(var values, _) -> values.stream().anyMatch(v -> has(v, text));
      case DocumentValue.Scalar scalar -> scalar.text().equals(text);
    };
  }
}
