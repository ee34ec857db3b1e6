package dev.kiln.conformance.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.execution.InvalidFileException;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
import dev.kiln.conformance.targets.TargetDoor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportsTest {
  private static final CaseCatalog CASES = CaseCatalog.read();
  private static final CaseVerdict PASSED = verdict("v1-list-out", Kind.PASSED, "");
  private static final CaseVerdict FAILED =
      verdict("v1-items", Kind.FAILED, "expected \"<&\u0001ü\"\nfound\tnone 🌍");
  private static final CaseVerdict NOT_ASKED =
      verdict("v1-nobody", Kind.NOT_ASKED, "needs an image");

  @TempDir private Path folder;

  @Test
  void countsWhatPassedOfWhatWasAsked() {
    assertThat(summary("").line()).endsWith(": exec:x: MUST 1 of 2 · 1 not asked");
  }

  @Test
  void writesXmlThatCanBeRead() throws Exception {
    Element suite = junit(summary(""));

    assertThat(attributes(suite)).isEqualTo("tests=3 failures=1 errors=0 skipped=1");
    assertThat(suite.getElementsByTagName("failure").item(0).getTextContent()).contains("was sent");
  }

  @Test
  void takesWhatIsKnownToFailForSkippedAndWhatIsStaleForFailed() throws Exception {
    assertThat(attributes(junit(summary("v1-items stdin\nv1-list-out\n"))))
        .isEqualTo("tests=4 failures=1 errors=0 skipped=2");
  }

  @Test
  void writesJsonThatCanBeRead() throws Exception {
    DocumentValue report = YamlDocument.of(JsonReport.of(summary("v1-items"))).root();

    assertThat(report.text("passed")).isEqualTo("true");
    assertThat(report.list("verdicts").get(1).text("why")).isEqualTo(FAILED.why());
    assertThat(report.list("verdicts").get(1).text("known")).isEqualTo("true");
    assertThat(report.list("verdicts").get(2).text("verdict")).isEqualTo("not-asked");
  }

  @Test
  void tellsAPersonWhatFailedAndWhy() throws Exception {
    var text = new ByteArrayOutputStream();

    new TerminalReport(new PrintStream(text, true, UTF_8), CASES, false).print(summary(""));

    assertThat(text.toString(UTF_8))
        .contains("FAILED v1-items stdin: ", "(MUST): v1/items", "  | was sent", "needs an image")
        .doesNotContain("v1-list-out");
  }

  @Test
  void showsWhatWasSentOnceForAllThatItBroke() throws Exception {
    CaseVerdict other = verdict("v1-comments", Kind.FAILED, "expected a comment");
    var text = new ByteArrayOutputStream();

    new TerminalReport(new PrintStream(text, true, UTF_8), CASES, false)
        .print(
            JudgementSummary.of(
                "exec:x", List.of(FAILED, other), KnownFailures.read(Optional.empty(), CASES)));

    assertThat(text.toString(UTF_8))
        .containsOnlyOnce("  | was sent")
        .contains("FAILED v1-items stdin: ", "FAILED v1-comments stdin: ");
  }

  @Test
  void failsForACaseThatIsListedAndPasses() throws Exception {
    assertThat(summary("v1-items # why\n# a remark\nv1-list-out\n"))
        .returns(false, JudgementSummary::isPassed)
        .returns(List.of("v1-list-out"), JudgementSummary::stale);
  }

  @Test
  void refusesWhatIsNoCase() throws Exception {
    Path file = Files.writeString(folder.resolve("known.txt"), "v1-items\nv1-itmes\n");

    assertThatThrownBy(() -> KnownFailures.read(Optional.of(file), CASES))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("\"v1-itmes\" is no case");
  }

  @Test
  void knowsACaseThroughOneDoor() throws Exception {
    assertThat(summary("v1-items http\n"))
        .returns(List.of(FAILED), JudgementSummary::failed)
        .returns(List.of(), JudgementSummary::stale);
  }

  @Test
  void saysThatAListIsNotThere() {
    Path file = folder.resolve("none.txt");

    assertThatThrownBy(() -> KnownFailures.read(Optional.of(file), CASES))
        .isInstanceOf(InvalidFileException.class)
        .hasMessage(file + ": no such file");
  }

  private JudgementSummary summary(String known) {
    try {
      Path file = Files.writeString(folder.resolve("known.txt"), known);
      return JudgementSummary.of(
          "exec:x",
          List.of(PASSED, FAILED, NOT_ASKED),
          KnownFailures.read(Optional.of(file), CASES));
    } catch (IOException | InvalidFileException e) {
      throw new AssertionError(e);
    }
  }

  private static CaseVerdict verdict(String id, Kind kind, String why) {
    ConformanceCase of =
        CASES.all().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    return new CaseVerdict(
        of,
        Optional.of(TargetDoor.STDIN),
        kind,
        why,
        "was sent",
        "came back",
        Duration.ofMillis(1500));
  }

  private static Element junit(JudgementSummary summary) throws Exception {
    var xml = new ByteArrayInputStream(JunitReport.of(summary).getBytes(UTF_8));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(xml)
        .getDocumentElement();
  }

  private static String attributes(Element suite) {
    return "tests=%s failures=%s errors=%s skipped=%s"
        .formatted(
            suite.getAttribute("tests"),
            suite.getAttribute("failures"),
            suite.getAttribute("errors"),
            suite.getAttribute("skipped"));
  }
}
