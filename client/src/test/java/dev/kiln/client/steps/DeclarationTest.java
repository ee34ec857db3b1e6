package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.client.files.PackageItem;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.sdk.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclarationTest {
  @Test
  void areFoundInTheOrderInWhichTheyRun() {
    List<PackageItem> items =
        List.of(
            item("a.yaml", "container: {image: a}"),
            item("b/a.yaml", "exec: {path: b}"),
            new PackageItem("c.yaml", 0, Resource.parse("kind: A"), 1));
    assertThat(Declaration.findAll(items))
        .extracting(declaration -> declaration.function().label())
        .containsExactly("b", "a");
  }

  @Test
  void areRefusedWithAllThatIsWrong() {
    List<PackageItem> items =
        List.of(
            item("a.yaml", "deferFailure: yes"),
            item("b.yaml", "exec: {path: b}"),
            item("c.yaml", "exec: {paht: a}"));
    assertThatThrownBy(() -> Declaration.findAll(items))
        .isInstanceOf(InvalidDeclarationException.class)
        .hasMessage(
            """
            a.yaml:4:37: config.kubernetes.io/function: no function (expected: container, exec, starlark, endpoint)
            c.yaml:4:44: exec.paht: no such field (expected: path)""");
  }

  @Test
  void seeTheirFolder() {
    assertThat(Declaration.find(item("a/functions/b.yaml", "exec: {path: b}")))
        .map(Declaration::scope)
        .contains(new FolderScope("a"));
  }

  private static PackageItem item(String path, String function) {
    String text =
        "kind: Fn\nmetadata:\n  annotations:\n    config.kubernetes.io/function: \""
            + function
            + "\"";
    return new PackageItem(path, 0, Resource.parse(text), 1);
  }
}
