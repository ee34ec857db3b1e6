package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Whether annotations that are an orchestrator's stay as they are. */
final class Internal {
  private static final Set<String> OWN_RULES = Set.of("path", "index");

  private Internal() {}

  /** Of one name, or, without one, all that have no rule of their own. */
  static void kept(Exchange exchange, Value expected) throws Failed, NotAsked {
    int looked = 0;
    for (var pair : Pairs.of(exchange.input().root().list("items"), exchange.list().items())) {
      for (String name : names(pair, expected.text())) {
        looked++;
        if (isText(pair.before(), name)) {
          Failed.unless(
              isText(pair.after(), name),
              "%s%s: expected a string, found another value".formatted(Pairs.ANNOTATION, name));
        }
        String before = Pairs.annotation(pair.before(), Pairs.ANNOTATION + name);
        String after = Pairs.annotation(pair.after(), Pairs.ANNOTATION + name);
        Failed.unless(
            after.equals(before),
            "%s %s: expected %s%s: %s, found %s"
                .formatted(
                    pair.before().text("kind"),
                    pair.before().text("metadata", "name"),
                    Pairs.ANNOTATION,
                    name,
                    before.isEmpty() ? "not set" : "\"" + before + "\"",
                    after.isEmpty() ? "nothing" : "\"" + after + "\""));
      }
    }
    if (looked == 0) {
      throw new NotAsked("no item with such an annotation came back");
    }
  }

  /**
   * An annotation is a string, or nothing; who sends another value gets what a function makes of
   * it.
   */
  private static boolean isText(Value item, String name) {
    Optional<Value> value = item.findAt("metadata", "annotations", Pairs.ANNOTATION + name);
    return value.isEmpty() || value.get().kind().equals(ScalarType.STRING.text());
  }

  private static Set<String> names(Pairs.Pair pair, String only) {
    var names = new TreeSet<String>();
    for (Value item : new Value[] {pair.before(), pair.after()}) {
      for (String key : item.map("metadata", "annotations").keySet()) {
        if (key.startsWith(Pairs.ANNOTATION)) {
          names.add(key.substring(Pairs.ANNOTATION.length()));
        }
      }
    }
    names.removeIf(
        name -> OWN_RULES.contains(only) ? !name.equals(only) : OWN_RULES.contains(name));
    return names;
  }
}
