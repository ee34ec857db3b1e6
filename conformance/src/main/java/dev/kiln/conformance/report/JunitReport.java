package dev.kiln.conformance.report;

import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
import java.io.StringWriter;
import java.time.Duration;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The verdicts as every CI reads them: a suite for the target, a test for each case and door. */
public final class JunitReport {
  private final XMLStreamWriter xml;

  private JunitReport(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** As XML. */
  public static String of(JudgementSummary summary) {
    var text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      new JunitReport(xml).write(summary);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text.append('\n').toString();
  }

  private void write(JudgementSummary summary) throws XMLStreamException {
    long skipped =
        summary.verdicts().stream().filter(v -> v.kind() == Kind.NOT_ASKED).count()
            + summary.known().size();
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "kiln conformance " + summary.target());
    xml.writeAttribute(
        "tests", Integer.toString(summary.verdicts().size() + summary.stale().size()));
    xml.writeAttribute(
        "failures", Integer.toString(summary.failed().size() + summary.stale().size()));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", Long.toString(skipped));
    for (CaseVerdict verdict : summary.verdicts()) {
      test(verdict.conformanceCase().clause().id(), verdict.name(), verdict.duration());
      outcome(summary, verdict);
      xml.writeEndElement();
    }
    for (String name : summary.stale()) {
      test("known-failing", name, Duration.ZERO);
      failure("listed as known to fail, and does not", "");
      xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void test(String clause, String name, Duration took) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", clause);
    xml.writeAttribute("name", name);
    xml.writeAttribute("time", "%d.%03d".formatted(took.toSeconds(), took.toMillisPart()));
  }

  private void outcome(JudgementSummary summary, CaseVerdict verdict) throws XMLStreamException {
    if (summary.known().contains(verdict)) {
      skipped("known to fail: " + verdict.why());
    } else if (verdict.kind() == Kind.NOT_ASKED) {
      skipped(verdict.why());
    } else if (verdict.isFailed()) {
      failure(verdict.why(), "sent:\n" + verdict.sent() + "\n\ncame back:\n" + verdict.received());
    }
  }

  private void skipped(String why) throws XMLStreamException {
    xml.writeEmptyElement("skipped");
    xml.writeAttribute("message", printable(why));
  }

  private void failure(String why, String details) throws XMLStreamException {
    xml.writeStartElement("failure");
    xml.writeAttribute("message", printable(why));
    xml.writeCharacters(printable(details));
    xml.writeEndElement();
  }

  /** XML has no way to write most control characters. */
  private static String printable(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "\uFFFD");
  }
}
