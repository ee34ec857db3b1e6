package dev.kiln.functions.setnamespace;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identities that items had in their upstream package, as kpt records them in an annotation.
 */
final class UpstreamOrigins {
  static final String ANNOTATION = "internal.kpt.dev/upstream-identifier";
  private static final String CLUSTER = "~C";
  private static final Pattern IDENTIFIER =
      Pattern.compile(
          "[a-z0-9.-]*\\|[A-Z][a-zA-Z0-9]*\\|(?<namespace>[a-z0-9-]{1,63}|~C)\\|(?<name>[a-z0-9-]{1,63}).*");

  /** The namespace and the name that an item had upstream. */
  record Origin(String namespace, String name) {}

  private UpstreamOrigins() {}

  /** Returns an item's origin; its present namespace and name if none is recorded. */
  static Origin of(Resource item) {
    return item.annotation(ANNOTATION)
        .flatMap(UpstreamOrigins::parse)
        .orElseGet(() -> new Origin(item.namespace().orElse(NamespaceField.DEFAULT), item.name()));
  }

  private static Optional<Origin> parse(String identifier) {
    Matcher matcher = IDENTIFIER.matcher(identifier.strip());
    return matcher.matches()
        ? Optional.of(new Origin(matcher.group("namespace"), matcher.group("name")))
        : Optional.empty();
  }

  /**
   * Warns of items without an origin, and refuses origins that make it unclear which items move.
   *
   * @param singleNamespace whether all items must have come from one namespace
   * @return whether the items may move
   */
  static boolean check(List<Resource> items, boolean singleNamespace, Call call) {
    var refused = new ArrayList<Result>();
    var withoutOrigin = new ArrayList<Resource>();
    SortedSet<String> namespaces = new TreeSet<>();
    for (Resource item : items) {
      Optional<String> identifier = item.annotation(ANNOTATION);
      if (identifier.isEmpty()) {
        withoutOrigin.add(item);
      } else if (!identifier.get().isEmpty()) {
        checkOrigin(item, identifier.get(), refused, namespaces);
      }
    }
    if (!refused.isEmpty()) {
      refused.forEach(call::result);
      return false;
    }
    if (singleNamespace && namespaces.size() > 1) {
      call.error(
          "the items came from several namespaces: "
              + String.join(", ", namespaces)
              + " (expected: one, or a namespaceMatcher that says whose items move)");
      return false;
    }
    for (Resource item : withoutOrigin) {
      call.warn(MoveReport.describe(item) + " does not have upstream origin.");
    }
    return true;
  }

  /** Adds the namespace of an item's origin, or the refusal of the origin. */
  private static void checkOrigin(
      Resource item, String identifier, List<Result> refused, SortedSet<String> namespaces) {
    Optional<Origin> origin = parse(identifier);
    if (origin.isEmpty()) {
      refused.add(
          refusal(
              item, identifier, "expected GROUP|KIND|NAMESPACE|NAME, with ~C for no namespace"));
      return;
    }
    if (!NamespaceField.isNamespaced(item)) {
      return;
    }
    namespaces.add(origin.get().namespace());
    if (origin.get().namespace().equals(CLUSTER)) {
      refused.add(
          refusal(
              item,
              identifier,
              "expected a namespace, as the item lives in one, but its origin has none"));
    }
  }

  private static Result refusal(Resource item, String identifier, String message) {
    String path = Path.keys("metadata", "annotations", ANNOTATION).toString();
    return Result.error(message).on(item).at(path, identifier);
  }
}
