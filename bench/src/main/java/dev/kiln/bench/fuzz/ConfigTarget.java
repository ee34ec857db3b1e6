package dev.kiln.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Default;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The binder of functionConfigs, with components of every type. */
final class ConfigTarget implements FuzzTarget {
  enum Choice {
    FIRST,
    SECOND_ONE
  }

  record Part(String name, @Default("1") int count, List<Part> parts) {}

  record Everything(
      @Nullable String text,
      @Default("3") int number,
      @Default("4") long large,
      @Default("true") boolean flag,
      @Default("0.5") double fraction,
      Optional<BigInteger> integer,
      Optional<BigDecimal> decimal,
      @Default("first") Choice choice,
      @Nullable Node node,
      @Nullable Part part,
      List<String> texts,
      List<Part> parts,
      Map<String, String> labels,
      Map<String, List<Integer>> numbers) {}

  private static final String FIELDS =
      """
        text: a
        number: 1
        large: 9223372036854775807
        flag: false
        fraction: 1e3
        integer: 123456789012345678901234567890
        decimal: 0.1
        choice: second-one
        node: {a: [b]}
        part: {name: a, count: 2, parts: [{name: b}]}
        texts: [a, 'b']
        parts: [{name: a}]
        labels: {a: b}
        numbers: {a: [1, 0x10]}
      """;

  /** Values that are texts, as most callers send them. */
  private static final String TEXTS =
      """
      apiVersion: v1
      kind: ConfigMap
      data:
        number: '1'
        parts: |
          - name: a
        texts: '[a, b]'
        part: '{name: a}'
      """;

  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    seeds.add(
        ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n" + FIELDS).getBytes(UTF_8));
    seeds.add(("apiVersion: a/v1\nkind: Everything\n" + FIELDS.indent(-2)).getBytes(UTF_8));
    seeds.add(TEXTS.getBytes(UTF_8));
    for (RepositoryCases.FunctionCase each : RepositoryCases.ofFunctions()) {
      each.config().ifPresent(seeds::add);
    }
    return seeds;
  }

  @Override
  public void accept(byte[] input) {
    try {
      FunctionConfig config = FunctionConfig.parse(input);
      data(config);
      var _ = config.bind(Everything.class);
    } catch (BadInput e) {
      Require.that(e.getMessage() != null, "an error without a message");
    }
  }

  private static void data(FunctionConfig config) {
    try {
      var _ = config.data();
    } catch (BadInput e) {
      // not texts
    }
  }
}
