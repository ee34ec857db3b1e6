package dev.kiln.bench.load.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.sdk.testing.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelEverythingTest {
  @Test
  void labelsTheItemsAndNothingElse(@TempDir Path folder) throws Exception {
    var list = GeneratedList.ofSize(20_000);
    Path one = Files.createDirectory(folder.resolve("one"));
    Files.write(one.resolve("input.yaml"), list.bytes());
    Files.write(one.resolve("expected.yaml"), list.labelled(_ -> true));
    Cases.in(folder).run(LabelEverything.class);
  }

  @Test
  void aHostFindsItOnTheClassPath() {
    assertThat(FunctionLoader.findAll(getClass().getClassLoader()))
        .extracting(function -> function.definition().name())
        .contains("label-everything");
  }
}
