package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Document.Comment;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import java.util.ArrayList;
import java.util.List;

/** Whether what is written for people stays with its item. */
final class Comments {
  private Comments() {}

  static void kept(Exchange exchange, Value expected) throws Failed, NotAsked {
    Document before = exchange.input();
    Document after = exchange.list().document();
    List<Comment> written = before.comments();
    List<Comment> found = after.comments();
    List<Value> items = before.root().list("items");
    int looked = 0;
    for (var pair : Pairs.of(items, exchange.list().items())) {
      List<String> wanted = texts(written, pair.before(), items);
      var left = new ArrayList<>(texts(found, pair.after(), exchange.list().items()));
      for (String comment : wanted) {
        looked++;
        Failed.unless(
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
      throw new NotAsked("no item with comments came back");
    }
  }

  /** From an item's first line to the next one's. */
  private static List<String> texts(List<Comment> comments, Value item, List<Value> items) {
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
