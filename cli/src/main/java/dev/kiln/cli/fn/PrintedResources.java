package dev.kiln.cli.fn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.client.PackageSource;
import dev.kiln.client.Run;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import java.util.ArrayList;
import java.util.List;

/** Prints the resources after a run, as {@code kpt fn eval -o} does. */
final class PrintedResources {
  private PrintedResources() {}

  /** Returns a ResourceList with the results, for the next command of a pipe. */
  static byte[] list(Run run) {
    var items = new ArrayList<PackageItem>();
    for (PlacedItem item : run.placed()) {
      items.add(new PackageItem(item.path(), item.index(), item.resource(), 1));
    }
    return PackageSource.of(items).addResults(run.results()).bytes();
  }

  /** Returns the resources without results, for {@code kubectl apply -f -}. */
  static byte[] documents(Run run) {
    List<PlacedItem> items = run.placed();
    var text = new StringBuilder();
    for (PlacedItem item : items) {
      text.append(text.isEmpty() ? "" : "---\n");
      text.append(new String(item.resource().node().document(), UTF_8));
      text.append(text.charAt(text.length() - 1) == '\n' ? "" : "\n");
    }
    return text.toString().getBytes(UTF_8);
  }
}
