package dev.kiln.conformance.report;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.ConformanceCase;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All clauses: which cases ask for each, or why none does. */
public final class ClauseList {
  private static final int WIDE = 80;

  private final CaseCatalog cases;

  public ClauseList(CaseCatalog cases) {
    this.cases = cases;
  }

  /** For a terminal. */
  public void print(PrintStream out) {
    for (var document : cases.documents().entrySet()) {
      out.printf("%s%n%n", document.getValue());
      for (Clause clause : clauses(document.getKey())) {
        out.printf("%s (%s)%n", clause.id(), clause.level().text());
        TerminalText.wrapped(clause.says(), WIDE).forEach(line -> out.println("    " + line));
        TerminalText.wrapped(casesOf(clause), WIDE).forEach(line -> out.println("    " + line));
        out.println();
      }
    }
  }

  /** For a page. */
  public String markdown() {
    var page = new StringBuilder();
    for (var document : cases.documents().entrySet()) {
      page.append("### ").append(document.getValue()).append("\n\n");
      page.append("| clause | section | level | says | cases |\n|---|---|---|---|---|\n");
      for (Clause clause : clauses(document.getKey())) {
        page.append(
            "| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                    clause.id(),
                    clause.section(),
                    clause.level().text(),
                    clause.says().replace("*", "\\*").replace("<", "&lt;"),
                    clause.untested().isEmpty()
                        ? ids(clause).map(id -> "`" + id + "`").collect(Collectors.joining(", "))
                        : "*none: " + clause.untested() + "*"));
      }
      page.append('\n');
    }
    return page.toString().stripTrailing() + "\n";
  }

  private List<Clause> clauses(String document) {
    return cases.clauses().values().stream()
        .filter(clause -> clause.document().equals(document))
        .toList();
  }

  private String casesOf(Clause clause) {
    return clause.untested().isEmpty()
        ? "cases: " + ids(clause).collect(Collectors.joining(", "))
        : "no case: " + clause.untested();
  }

  private Stream<String> ids(Clause clause) {
    return cases.all().stream()
        .filter(each -> each.clause().equals(clause))
        .map(ConformanceCase::id);
  }
}
