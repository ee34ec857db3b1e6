package dev.kiln.conformance.cases;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All cases and the clauses they are for.
 *
 * @param documents their titles by their short names
 */
public record CaseCatalog(
    Map<String, String> documents, Map<String, Clause> clauses, List<ConformanceCase> all) {
  /** The files, in the order in which they are asked. */
  private static final List<String> FILES =
      List.of(
          "v1/list.yaml",
          "v1/input.yaml",
          "v1/results.yaml",
          "v1/annotations.yaml",
          "v1/kit.yaml",
          "v2/function.yaml",
          "v2/http.yaml",
          "v2/grpc.yaml",
          "contract/list.yaml",
          "contract/http.yaml",
          "contract/grpc.yaml",
          "contract/host.yaml",
          "contract/flags.yaml");

  private static final List<String> ALL_DOORS = List.of("stdin", "http", "grpc");

  /** Reads what comes with the kit. */
  public static CaseCatalog read() {
    var documents = new LinkedHashMap<String, String>();
    var clauses = new LinkedHashMap<String, Clause>();
    DocumentValue page = page("clauses.yaml");
    page.map("documents").forEach((name, _) -> documents.put(name, page.text("documents", name)));
    for (DocumentValue each : page.list("clauses")) {
      Clause clause = clause(each);
      clauses.put(clause.id(), clause);
    }
    var all = new ArrayList<ConformanceCase>();
    for (String file : FILES) {
      for (DocumentValue each : page(file).list("cases")) {
        all.add(one(each, clauses));
      }
    }
    return new CaseCatalog(documents, clauses, List.copyOf(all));
  }

  /** The files that cases are in. */
  public static List<String> files() {
    return FILES;
  }

  /** A file that cases refer to. */
  public static String text(String file) {
    try (InputStream in = CaseCatalog.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no file " + file + " comes with the kit");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DocumentValue page(String file) {
    try {
      return YamlDocument.of(text(file)).root();
    } catch (UnreadableDocumentException e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    }
  }

  private static Clause clause(DocumentValue clause) {
    String id = clause.text("id");
    return new Clause(
        id,
        id.substring(0, id.indexOf('/')),
        clause.text("section"),
        RequirementLevel.valueOf(clause.text("level").toUpperCase(Locale.ROOT)),
        clause.text("says"),
        clause.text("untested"));
  }

  private static ConformanceCase one(DocumentValue body, Map<String, Clause> clauses) {
    String id = body.text("id");
    Clause clause = clauses.get(body.text("clause"));
    if (clause == null) {
      throw new IllegalStateException(id + ": no clause " + body.text("clause"));
    }
    List<String> doors = words(body, "doors");
    return new ConformanceCase(
        id,
        clause,
        body.text("about"),
        body.text("function").equals("kit"),
        doors.isEmpty() ? ALL_DOORS : doors,
        new LinkedHashSet<>(words(body, "needs")),
        body);
  }

  private static List<String> words(DocumentValue body, String key) {
    return body.find(key).stream()
        .flatMap(
            value ->
                value instanceof DocumentValue.Sequence list
                    ? list.values().stream()
                    : Stream.of(value))
        .map(DocumentValue::text)
        .toList();
  }
}
