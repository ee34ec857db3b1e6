package dev.kiln.yaml.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kiln.yaml.TestFiles;
import dev.kiln.yaml.Yaml;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Scalars have the type and value that the Go tools read. The file {@code scalars.tsv} has the
 * output of these tools for each scalar; its header explains how it was made.
 */
class PlainScalarsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A line of the table: a scalar with its properties and quotes, the type and value that kyaml
   * gives it, and the JSON that kubectl's reader makes of it.
   */
  private record Row(String yaml, String type, String value, String kubectl) {
    static Row of(String line) {
      String[] columns = line.split("\t", -1);
      return new Row(string(columns[0]), columns[1], columns[2], columns[3]);
    }

    boolean isText() {
      return type.equals("str") && kubectl.equals(value) && value.equals(quoted(yaml));
    }
  }

  private static final List<Row> ROWS =
      TestFiles.lines("scalars.tsv").stream().map(Row::of).toList();

  @Test
  void readsScalarsAsKyamlDoes() {
    SoftAssertions all = new SoftAssertions();
    for (Row row : ROWS) {
      all.assertThat(readTypeAndValue(row.yaml(), root -> root))
          .as(row.yaml())
          .isEqualTo(expected(row));
    }
    all.assertAll();
  }

  @Test
  void readsThemEquallyAsValuesKeysAndItems() {
    for (Row row : ROWS) {
      if (row.yaml().contains("\n") || row.type().equals("merge")) {
        continue; // of more than one line, or with a meaning of its own as a key
      }
      String said = readTypeAndValue(row.yaml(), root -> root);
      String map = "? " + row.yaml() + "\n: " + row.yaml() + "\n";
      assertThat(readTypeAndValue(map, root -> root.entries().getFirst().key()))
          .as(map)
          .isEqualTo(said);
      assertThat(readTypeAndValue(map, root -> root.entries().getFirst().value()))
          .as(map)
          .isEqualTo(said);
      String list = "- " + row.yaml() + "\n";
      assertThat(readTypeAndValue(list, root -> root.items().getFirst())).as(list).isEqualTo(said);
    }
  }

  @Test
  void writesTextThatEveryReaderReadsAsText() {
    for (Row row : ROWS) {
      Node written = Yaml.of(Map.of("key", row.yaml()));
      Node value = written.entries().getFirst().value();
      assertThat(value.string()).as(written.toString()).contains(row.yaml());
      if (value.style() == Style.PLAIN) {
        assertThat(row.isText()).as(written.toString()).isTrue();
      }
    }
  }

  @Test
  void writesKeysThatEveryReaderReadsAsText() {
    for (Row row : ROWS) {
      Node written = Yaml.of(Map.of(row.yaml(), "value"));
      Node key = written.entries().getFirst().key();
      assertThat(key.string()).as(written.toString()).contains(row.yaml());
      if (key.style() == Style.PLAIN) {
        assertThat(row.isText()).as(written.toString()).isTrue();
      }
    }
  }

  @Test
  void namesThePlaceOfATagThatDoesNotFit() {
    assertThatThrownBy(() -> Yaml.parse("a: !!int abc\n").value())
        .isInstanceOf(BadYaml.class)
        .hasMessageContaining("at line 1, column 4");
  }

  /** The type and the value, or an error if the tag does not fit. */
  private static String readTypeAndValue(String yaml, UnaryOperator<Node> place) {
    Node node;
    Object value;
    try {
      node = place.apply(Yaml.parse(yaml));
      value = node.value();
    } catch (BadYaml e) {
      return "error";
    }
    return node.type()
        + " "
        + switch (value) {
          case null -> "null";
          case String text -> quoted(text);
          case Double number -> number.toString();
          case BigDecimal number -> Double.toString(number.doubleValue());
          default -> value.toString();
        };
  }

  private static String expected(Row row) {
    if (row.value().equals("error")) {
      return "error";
    }
    return switch (row.type()) {
      case "int" -> "INTEGER " + row.value();
      case "float" -> "FLOAT " + number(row.value());
      case "bool" -> "BOOLEAN " + row.value();
      case "null" -> "NULL null";
      case "timestamp" -> "STRING " + quoted(bare(row.yaml())); // as text, as kubectl gives it
      default -> "STRING " + row.value();
    };
  }

  private static String bare(String yaml) {
    return yaml.replaceFirst("^!!timestamp ", "").replaceAll("^'|'$", "");
  }

  private static String number(String goes) {
    return switch (goes) {
      case "inf" -> "Infinity";
      case "-inf" -> "-Infinity";
      case "nan" -> "NaN";
      default -> Double.toString(Double.parseDouble(goes));
    };
  }

  private static String string(String json) {
    try {
      return JSON.readValue(json, String.class);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  private static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }
}
