package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.Differences;
import dev.kiln.conformance.document.FoundList;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.document.Value.Mapping;
import dev.kiln.conformance.document.Value.Sequence;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What an answer's list is. */
final class Lists {
  private static final Pattern VERSION =
      Pattern.compile("config\\.kubernetes\\.io/(v1|v1beta1|v2alpha1|v2beta1|v2)");

  private Lists() {}

  /** There is nothing that an orchestrator could take for the function's output. */
  static void none(Exchange exchange, Value expected) throws Failed {
    Failed.unless(
        exchange.output().filter(list -> list.spoiledBy().isEmpty()).isEmpty(),
        "expected no list, found one with %s items: an orchestrator may take it for the output"
            .formatted(exchange.output().map(list -> list.items().size()).orElse(0)));
  }

  /** There is a list, whatever is in it: other clauses ask for that. */
  static void some(Exchange exchange, Value expected) throws Failed {
    exchange.list();
  }

  /** The list stands alone. */
  static void clean(Exchange exchange, Value expected) throws Failed, NotAsked {
    if (exchange.answer().text().isBlank()) {
      throw new NotAsked("nothing came back");
    }
    FoundList list = exchange.list();
    Failed.unless(
        list.spoiledBy().isEmpty(),
        "expected the list and nothing else, found " + list.spoiledBy());
  }

  /** What is in the list: as it was sent, or as the case says; or that they are objects. */
  static void items(Exchange exchange, Value expected) throws Failed {
    Value items = exchange.items();
    if (expected.text().equals("objects")) {
      areObjects(items);
      return;
    }
    Value wanted =
        switch (expected.text()) {
          case "same" -> exchange.input().root().find("items").orElseThrow();
          case "" -> expected;
          default -> Sample.read(expected.text()).document().root();
        };
    List<String> differences = Differences.between("items", wanted, items);
    Failed.unless(differences.isEmpty(), String.join("\n", differences));
  }

  private static void areObjects(Value items) throws Failed {
    Failed.unless(items instanceof Sequence, "items: expected a list, found " + items.kind());
    int i = 0;
    for (Value item : ((Sequence) items).values()) {
      Failed.unless(
          item instanceof Mapping, "items[%d]: expected a map, found %s".formatted(i, item.kind()));
      i++;
    }
  }

  /** To the last byte. */
  static void bytes(Exchange exchange, Value expected) throws Failed {
    byte[] sent = exchange.ask().list();
    byte[] came = exchange.answer().output();
    int at = Arrays.mismatch(sent, came);
    if (at >= 0) {
      long line =
          1 + exchange.sent().substring(0, Math.min(at, exchange.sent().length())).lines().count();
      throw new Failed(
          "expected the bytes that were sent, found others from byte %d on, near line %d"
              .formatted(at, line));
    }
  }

  /** As it is written. */
  static void text(Exchange exchange, Value expected) throws Failed {
    Failed.unless(
        exchange.answer().text().contains(expected.text()),
        "expected, as it is written: %s".formatted(expected.text()));
  }

  /** It has at least so many bytes. */
  static void longer(Exchange exchange, Value expected) throws Failed {
    int length = exchange.answer().output().length;
    Failed.unless(
        length >= Integer.parseInt(expected.text()),
        "expected at least %s bytes, found %d".formatted(expected.text(), length));
  }

  /** Nothing at all came out. */
  static void empty(Exchange exchange, Value expected) throws Failed {
    Failed.unless(
        exchange.answer().output().length == 0,
        "expected nothing on stdout, found \"%s\""
            .formatted(exchange.answer().text().lines().findFirst().orElse("")));
  }

  /** The version and kind that an answer has. */
  static void version(Exchange exchange, Value expected) throws Failed {
    Value list = exchange.list().document().root();
    Failed.unless(
        list.text("kind").equals("ResourceList"),
        "kind: expected \"ResourceList\", found \"%s\"".formatted(list.text("kind")));
    String found = list.text("apiVersion");
    String group = "config.kubernetes.io/";
    String asked = exchange.input().root().text("apiVersion");
    Failed.unless(
        expected.text().equals("same") ? found.equals(asked) : VERSION.matcher(found).matches(),
        "apiVersion: expected \"%s\", found \"%s\""
            .formatted(expected.text().equals("same") ? asked : group + "v1", found));
  }

  /**
   * A text that has to be somewhere in the list, as a value; not in functionConfig, which comes
   * back as it was sent.
   */
  static void holds(Exchange exchange, Value expected) throws Failed {
    Map<String, Value> fields = exchange.list().document().root().map();
    for (String text : Answers.texts(expected)) {
      Failed.unless(
          fields.entrySet().stream()
              .filter(field -> !field.getKey().equals("functionConfig"))
              .anyMatch(field -> has(field.getValue(), text)),
          "expected \"%s\" in the list that came back, found it nowhere".formatted(text));
    }
  }

  /** The text of the kit's own item, if the function kept that item. */
  static void probe(Exchange exchange, Value expected) throws Failed, NotAsked {
    for (var pair : Pairs.of(exchange.input().root().list("items"), exchange.list().items())) {
      String before = pair.before().text("data", "greeting");
      if (!before.isEmpty()) {
        String after = pair.after().text("data", "greeting");
        Failed.unless(
            after.equals(before), "expected \"%s\", found \"%s\"".formatted(before, after));
        return;
      }
    }
    throw new NotAsked("the function does not keep the kit's own item");
  }

  private static boolean has(Value value, String text) {
    return switch (value) {
      case Mapping(var entries, _) -> entries.values().stream().anyMatch(v -> has(v, text));
      case Sequence(var values, _) -> values.stream().anyMatch(v -> has(v, text));
      case Value.Scalar scalar -> scalar.text().equals(text);
    };
  }
}
