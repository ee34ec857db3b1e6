package dev.kiln.bench.lists;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * A generated ResourceList that resembles a package, and the position of the label in each item.
 *
 * <p>Its bytes depend on the size alone, on every machine. The generator also records the position
 * of each label, so the expected answer needs no YAML library.
 */
public record GeneratedList(String text, List<Label> labels) {
  /** The text that labels one item, and the offset at which it is inserted. */
  public record Label(int offset, String text) {}

  public static final String KEY = "team";
  public static final String VALUE = "platform";
  private static final long SEED = 20_260_101;

  public GeneratedList {
    labels = List.copyOf(labels);
  }

  /** A list of at least this many bytes, and at most one item more. */
  public static GeneratedList ofSize(int bytes) {
    var out = new ItemWriter(bytes + 8_192, new Random(SEED));
    var manifests = new Manifests(out);
    out.raw("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n");
    while (out.length() < bytes) {
      manifests.next();
    }
    out.raw(
        """
        functionConfig:
          apiVersion: fn.kpt.dev/v1alpha1
          kind: SetLabels
          metadata:
            name: label-everything
          labels:
            team: platform
        """);
    return new GeneratedList(out.toString(), out.labels());
  }

  public int items() {
    return labels.size();
  }

  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The list with the label on the chosen items and no other byte changed. */
  public byte[] labelled(IntPredicate chosen) {
    var out = new StringBuilder(text.length() + 64 * items());
    int from = 0;
    for (int item = 0; item < items(); item++) {
      if (chosen.test(item)) {
        Label label = labels.get(item);
        out.append(text, from, label.offset()).append(label.text());
        from = label.offset();
      }
    }
    return out.append(text, from, text.length()).toString().getBytes(StandardCharsets.UTF_8);
  }
}
