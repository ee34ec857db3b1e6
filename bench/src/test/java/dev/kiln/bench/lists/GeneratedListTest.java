package dev.kiln.bench.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class GeneratedListTest {
  /** Figures are comparable only for the same bytes. A new digest starts a new table. */
  @Test
  void theSameBytesOnEveryMachine() throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(GeneratedList.ofSize(200_000).bytes());
    assertThat(HexFormat.of().formatHex(digest))
        .isEqualTo("d6c1c814125f0e4d37a6140792154dc28d480f5fd281bd3610213f5f6c716384");
  }

  @ParameterizedTest
  @ValueSource(ints = {2_000, 20_000, 200_000, 2_000_000})
  void aListIsAsLargeAsAskedOrUpToAnItemMore(int size) {
    assertThat(GeneratedList.ofSize(size).bytes()).hasSizeBetween(size, size + 8_000);
  }

  @Test
  void noItemHasTheLabelAtFirst() {
    assertThat(labels(GeneratedList.ofSize(200_000).bytes()))
        .allSatisfy(labels -> assertThat(labels).doesNotContainKey("team").containsKey("app"));
  }

  @Test
  void theExpectedAnswerHasTheLabelOnEveryItem() {
    var list = GeneratedList.ofSize(200_000);
    assertThat(labels(list.labelled(_ -> true)))
        .hasSize(list.items())
        .allSatisfy(labels -> assertThat(labels).containsEntry("team", "platform"));
  }

  @Test
  void aLabelOnOneItemLeavesTheOthersAsTheyWere() {
    var list = GeneratedList.ofSize(20_000);
    List<Map<String, Object>> before = labels(list.bytes());
    List<Map<String, Object>> after = labels(list.labelled(item -> item == 3));
    assertThat(after.get(3)).containsEntry("team", "platform");
    assertThat(after.subList(4, after.size())).isEqualTo(before.subList(4, before.size()));
    assertThat(after.subList(0, 3)).isEqualTo(before.subList(0, 3));
  }

  @SuppressWarnings("unchecked") // the other parser returns trees of plain objects
  private static List<Map<String, Object>> labels(byte[] list) {
    var settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    Object root = new Load(settings).loadFromString(new String(list, StandardCharsets.UTF_8));
    var items = (List<Object>) field(root, "items");
    return items.stream()
        .map(item -> (Map<String, Object>) field(field(item, "metadata"), "labels"))
        .toList();
  }

  private static Object field(Object map, String key) {
    return Objects.requireNonNull(((Map<?, ?>) map).get(key), key);
  }
}
