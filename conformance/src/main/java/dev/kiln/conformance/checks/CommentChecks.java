package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.document.YamlDocument.Comment;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import java.util.ArrayList;
import java.util.List;

/** Checks that comments stay with their items. */
final class CommentChecks {
  private CommentChecks() {}

  static void requireCommentsKept(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException, CaseSkippedException {
    YamlDocument before = exchange.input();
    YamlDocument after = exchange.list().document();
    List<Comment> written = before.comments();
    List<Comment> found = after.comments();
    List<DocumentValue> items = before.root().list("items");
    int looked = 0;
    for (var pair : ItemPairs.of(items, exchange.list().items())) {
      List<String> wanted = texts(written, pair.before(), items);
      var left = new ArrayList<>(texts(found, pair.after(), exchange.list().items()));
      for (String comment : wanted) {
        looked++;
        CaseFailedException.unless(
            left.remove(comment),
            "%s %s: expected the comment \"%s\", found %s"
                .formatted(
                    pair.before().text("kind"),
                    pair.before().text("metadata", "name"),
                    comment,
                    left.isEmpty() ? "none" : "\"" + String.join("\", \"", left) + "\""));
      }
    }
    if (looked == 0) {
      throw new CaseSkippedException("no item with comments came back");
    }
  }

  /** From an item's first line to the next one's. */
  private static List<String> texts(
      List<Comment> comments, DocumentValue item, List<DocumentValue> items) {
    int first = item.place().line();
    int end =
        items.stream()
            .mapToInt(each -> each.place().line())
            .filter(line -> line > first)
            .min()
            .orElse(Integer.MAX_VALUE);
    return comments.stream()
        .filter(comment -> comment.line() >= first && comment.line() < end)
        .map(Comment::text)
        .toList();
  }
}
