package dev.kiln.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionsCommandIT {
  private static final List<String> NAMES =
      FunctionLoader.findAll(FunctionsCommandIT.class.getClassLoader()).stream()
          .map(function -> function.definition().name())
          .sorted()
          .toList();

  @Test
  void showsATable() throws Exception {
    List<String> lines = KilnRun.run("functions").stdout().lines().toList();
    assertThat(lines.getFirst()).matches("NAME +CONFIG KIND +SPEC +DESCRIPTION");
    assertThat(lines.stream().skip(1).map(line -> line.replaceFirst(" .*", ""))).isEqualTo(NAMES);
    assertThat(lines)
        .anyMatch(line -> line.matches("set-labels +SetLabels, ConfigMap +v2, v1 +\\S.*"));
  }

  @Test
  void showsJson() throws Exception {
    Node json = Yaml.parse(KilnRun.run("functions", "-o", "json").stdout());
    assertThat(json.items().stream().map(one -> one.find("name").orElseThrow().text()))
        .isEqualTo(NAMES);
    assertThat(json.items())
        .allMatch(one -> one.find("configTypes").isPresent() && one.find("images").isPresent());
  }

  @Test
  void describesOne() throws Exception {
    String text = KilnRun.run("functions", "set-labels").stdout();
    assertThat(text).startsWith("set-labels\n").contains("SetLabels", "v1/ConfigMap", "labels (");
    assertThat(text)
        .contains("v2, v1\n", "--stand-in of the host, also for:\n  gcr.io/kpt-fn/set-labels\n");
  }

  @Test
  void givesTheDefinitionItself() throws Exception {
    Node definition = Yaml.parse(KilnRun.run("functions", "set-labels", "--output=yaml").stdout());
    assertThat(definition.find("kind").orElseThrow().text()).isEqualTo("KRMFunctionDefinition");
  }

  @Test
  void refusesAnUnknownFunctionAndFormat() throws Exception {
    assertThat(KilnRun.run("functions", "set-lables").stderr())
        .startsWith("error: unknown function \"set-lables\"\n\nDid you mean this?\n\tset-labels\n");
    assertThat(KilnRun.run("functions", "-o", "xml").stderr())
        .startsWith("error: --output: \"xml\" (expected: table or json)\n");
    assertThat(KilnRun.run("functions", "a", "b").stderr())
        .startsWith("error: unexpected argument: b\n");
  }
}
