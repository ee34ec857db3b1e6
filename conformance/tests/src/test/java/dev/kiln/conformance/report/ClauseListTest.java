package dev.kiln.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.ConformanceCase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ClauseListTest {
  private static final Path PAGE =
      Path.of(System.getProperty("kiln.top")).resolve("docs/conformance.md");
  private static final Pattern TABLE =
      Pattern.compile("(<!-- clauses -->\n\n)(.*)(\n<!-- end of clauses -->)", Pattern.DOTALL);

  private static final CaseCatalog CASES = CaseCatalog.read();

  /** With {@code -Dgolden.write} it is written anew. */
  @Test
  void thePageShowsEveryClauseWithItsCases() throws Exception {
    String page = Files.readString(PAGE);
    String table = new ClauseList(CASES).markdown();
    if (System.getProperty("golden.write") != null) {
      page =
          TABLE
              .matcher(page)
              .replaceFirst(found -> quoted(found.group(1) + table + found.group(3)));
      Files.writeString(PAGE, page);
    }
    assertThat(page).contains("<!-- clauses -->\n\n" + table + "\n<!-- end of clauses -->");
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }

  @Test
  void noClauseIsWithoutACaseAndWithoutAReason() {
    assertThat(CASES.clauses().values())
        .filteredOn(clause -> clause.untested().isEmpty())
        .allSatisfy(
            clause ->
                assertThat(CASES.all())
                    .extracting(ConformanceCase::clause)
                    .as(clause.id())
                    .contains(clause));
  }

  @Test
  void noClauseHasACaseAndAReasonForNone() {
    assertThat(CASES.all())
        .extracting(ConformanceCase::clause)
        .extracting(Clause::untested)
        .containsOnly("");
  }

  @Test
  void noTwoCasesHaveOneName() {
    var names = new HashSet<String>();
    assertThat(CASES.all()).extracting(ConformanceCase::id).allMatch(names::add);
  }

  @Test
  void everyFileOfCasesIsRead() throws Exception {
    Path folder = Path.of(System.getProperty("kiln.top")).resolve("conformance/cases");
    try (var files = Files.walk(folder)) {
      assertThat(
              files
                  .map(folder::relativize)
                  .filter(file -> file.getNameCount() == 2)
                  .map(Path::toString))
          .containsExactlyInAnyOrderElementsOf(CaseCatalog.files());
    }
  }
}
