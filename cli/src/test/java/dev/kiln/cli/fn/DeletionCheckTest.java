package dev.kiln.cli.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.ReadOptions;
import dev.kiln.client.files.WritePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeletionCheckTest {
  private static final String PROBLEM =
      "10 of the 10 resources in shop would be deleted"
          + " (expected: --allow-delete-all, if that is meant)";
  private static final Path SHOP = Path.of("shop");

  private WritePlan plan;

  @BeforeEach
  void deleteAll(@TempDir Path folder) throws IOException {
    for (int i = 0; i < 10; i++) {
      Files.writeString(
          folder.resolve(i + ".yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");
    }
    plan = PackageFolder.read(folder, ReadOptions.defaults()).plan(List.of());
  }

  @Test
  void refusesWithoutAPersonToAsk() {
    assertThat(new DeletionCheck(false, null).findProblem(plan, SHOP)).contains(PROBLEM);
  }

  @Test
  void allowsWhatTheFlagAllows() {
    assertThat(new DeletionCheck(true, null).findProblem(plan, SHOP)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"y, true", "YES, true", "n, false", "'', false"})
  void asksAPerson(String answer, boolean allowed) {
    var check =
        new DeletionCheck(
            false,
            question -> {
              assertThat(question)
                  .isEqualTo(
                      "10 of the 10 resources in shop would be deleted. Delete them? [y/N] ");
              return answer;
            });

    assertThat(check.findProblem(plan, SHOP).isEmpty()).isEqualTo(allowed);
  }
}
