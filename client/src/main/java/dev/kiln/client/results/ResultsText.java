package dev.kiln.client.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.Format;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the contents of the results files. */
final class ResultsText {
  /** Writes {@code proposedValue}, which holds one value and which kpt reads. */
  private static final ResourceList ONE = listOf("v1");

  /** Writes {@code proposedValues}, which keeps all values. */
  private static final ResourceList SEVERAL = listOf("v2");

  private ResultsText() {}

  private static ResourceList listOf(String version) {
    return ResourceList.parse(
        "apiVersion: config.kubernetes.io/" + version + "\nkind: ResourceList\nitems: []\n");
  }

  /** The results of one function alone. */
  static Node results(FunctionResults of, Form form) {
    return switch (form) {
      case SPECIFIED -> Yaml.of(nodes(of.results()));
      case RAW -> Yaml.of(of.raw() == null ? nodes(of.results()) : of.raw());
    };
  }

  /** Returns the results of all functions, as kpt writes them. */
  static Node list(List<FunctionResults> all, int exitCode) {
    var list = new LinkedHashMap<String, Object>();
    list.put("apiVersion", "kpt.dev/v1");
    list.put("kind", ResultsFolder.KIND);
    list.put("metadata", Map.of("name", "fnresults"));
    list.put("exitCode", exitCode);
    list.put("items", all.stream().map(ResultsText::item).toList());
    return Yaml.of(list);
  }

  private static Map<String, Object> item(FunctionResults of) {
    var item = new LinkedHashMap<String, Object>();
    item.put(of.ran().field(), of.name());
    if (!of.stderr().isEmpty()) {
      item.put("stderr", withoutHalfSurrogates(of.stderr()));
    }
    item.put("exitCode", of.exitCode());
    if (!of.results().isEmpty()) {
      item.put("results", nodes(of.results()));
    }
    return item;
  }

  /**
   * Replaces the half of a surrogate pair that remains when a text was cut within a character,
   * since no encoding can represent it.
   */
  private static String withoutHalfSurrogates(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }

  private static List<Node> nodes(List<Result> results) {
    var one = written(ONE, results.stream().filter(result -> !hasSeveral(result)).toList());
    var several = written(SEVERAL, results.stream().filter(ResultsText::hasSeveral).toList());
    var nodes = new ArrayList<Node>(results.size());
    for (Result result : results) {
      nodes.add((hasSeveral(result) ? several : one).removeFirst());
    }
    return nodes;
  }

  private static boolean hasSeveral(Result result) {
    return result.field() != null && result.field().proposedValues().size() > 1;
  }

  private static ArrayDeque<Node> written(ResourceList as, List<Result> results) {
    return new ArrayDeque<>(Yaml.parse(as.bytes(results, Format.YAML)).items());
  }
}
