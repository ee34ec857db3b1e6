package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks that the annotations of orchestrators stay unchanged. */
final class InternalAnnotationChecks {
  private static final Set<String> OWN_RULES = Set.of("path", "index");

  private InternalAnnotationChecks() {}

  /** Of one name, or, without one, all that have no rule of their own. */
  static void requireAnnotationsKept(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException, CaseSkippedException {
    int looked = 0;
    for (var pair : ItemPairs.of(exchange.input().root().list("items"), exchange.list().items())) {
      for (String name : names(pair, expected.text())) {
        looked++;
        if (isText(pair.before(), name)) {
          CaseFailedException.unless(
              isText(pair.after(), name),
              "%s%s: expected a string, found another value".formatted(ItemPairs.ANNOTATION, name));
        }
        String before = ItemPairs.annotation(pair.before(), ItemPairs.ANNOTATION + name);
        String after = ItemPairs.annotation(pair.after(), ItemPairs.ANNOTATION + name);
        CaseFailedException.unless(
            after.equals(before),
            "%s %s: expected %s%s: %s, found %s"
                .formatted(
                    pair.before().text("kind"),
                    pair.before().text("metadata", "name"),
                    ItemPairs.ANNOTATION,
                    name,
                    before.isEmpty() ? "not set" : "\"" + before + "\"",
                    after.isEmpty() ? "nothing" : "\"" + after + "\""));
      }
    }
    if (looked == 0) {
      throw new CaseSkippedException("no item with such an annotation came back");
    }
  }

  /**
   * An annotation is a string, or nothing; who sends another value gets what a function makes of
   * it.
   */
  private static boolean isText(DocumentValue item, String name) {
    Optional<DocumentValue> value =
        item.findAt("metadata", "annotations", ItemPairs.ANNOTATION + name);
    return value.isEmpty() || value.get().kind().equals(ScalarType.STRING.text());
  }

  private static Set<String> names(ItemPairs.Pair pair, String only) {
    var names = new TreeSet<String>();
    for (DocumentValue item : new DocumentValue[] {pair.before(), pair.after()}) {
      for (String key : item.map("metadata", "annotations").keySet()) {
        if (key.startsWith(ItemPairs.ANNOTATION)) {
          names.add(key.substring(ItemPairs.ANNOTATION.length()));
        }
      }
    }
    names.removeIf(
        name -> OWN_RULES.contains(only) ? !name.equals(only) : OWN_RULES.contains(name));
    return names;
  }
}
