package dev.kiln.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.EditValues;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Edits of generated documents, in every style that YAML has. */
class EditPropertyTest {
  @Test
  void appliesExactlyTheRequestedEdits() {
    SeededTrials.run(
        3000,
        seed -> {
          var root = ordinaryDocument(seed);
          var random = new Random(seed);
          var models = new @Nullable Object[1];
          var edited =
              root.edit(
                  edit -> {
                    var changes = new RandomEdits(random, edit, root);
                    for (int i = random.nextInt(4); i >= 0; i--) {
                      changes.applyRandomEdit();
                    }
                    models[0] = changes.model();
                  });
          assertTrue(
              EditValues.hasValue(Yaml.parse(edited.toString()), models[0]),
              () -> root + "\n--- became\n" + edited + "\n--- and not\n" + models[0]);
        });
  }

  @Test
  void leavesEveryByteOfOtherLinesWhenAScalarChanges() {
    SeededTrials.run(
        3000,
        seed -> {
          var root = ordinaryDocument(seed);
          assumeTrue(!YamlSource.of(root).hasAliases());
          var scalars =
              root.findAll(Path.of("*.*")).stream().filter(m -> m.node().isScalar()).toList();
          assumeTrue(!scalars.isEmpty());
          assumeTrue(!root.toString().matches("(?s).*\\?\\s*#.*")); // see RoundTripTest.document
          var chosen = scalars.get(new Random(seed).nextInt(scalars.size()));
          var bytes = YamlSource.of(root).bytes;
          var node = chosen.node();
          int line =
              TextLines.lineStart(bytes, YamlSource.of(node).propsStart(YamlSource.index(node)));
          int end = TextLines.lineEnd(bytes, YamlSource.of(node).end(YamlSource.index(node)));
          var text = root.toString();
          var edited = root.edit(e -> e.set(chosen.path(), "changed")).toString();
          var before = new String(bytes, 0, line, java.nio.charset.StandardCharsets.UTF_8);
          var after =
              new String(bytes, end, bytes.length - end, java.nio.charset.StandardCharsets.UTF_8);
          assertTrue(edited.startsWith(before), () -> text + "\n--- became\n" + edited);
          assertTrue(edited.endsWith(after), () -> text + "\n--- became\n" + edited);
        });
  }

  @Test
  void restoresTheTextWhenACommentIsAddedAndRemoved() {
    SeededTrials.run(
        2000,
        seed -> {
          var root = ordinaryDocument(seed);
          var key = root.entries().stream().findFirst();
          assumeTrue(key.isPresent() && root.style() == Style.BLOCK);
          assumeTrue(
              !root.toString().contains("?")); // there may be no place for a comment after ? and :
          var path = Path.of("").key(key.orElseThrow().name());
          assumeTrue(root.find(path).orElseThrow().comment(Comment.LINE).isEmpty());
          var commented = root.edit(e -> e.comment(path, Comment.LINE, "new"));
          assertEquals(
              "new", commented.find(path).orElseThrow().comment(Comment.LINE).orElseThrow());
          assertTrue(commented.hasSameValueAs(root));
          assertEquals(
              root.toString(), commented.edit(e -> e.uncomment(path, Comment.LINE)).toString());
        });
  }

  /** A small document whose keys are unique strings. */
  private static Node ordinaryDocument(long seed) {
    var text = RandomDocuments.document(seed);
    assumeTrue(text.length() < 600);
    var root = Yaml.parse(text);
    assumeTrue(!root.isScalar() && isOrdinary(root));
    return root;
  }

  private static boolean isOrdinary(Node node) {
    var names = new HashSet<String>();
    for (var entry : writtenEntries(node)) {
      var key = entry.key();
      if (!key.isScalar()
          || !key.isString()
          || !names.add(key.text())
          || !isOrdinary(entry.value())) {
        return false;
      }
    }
    for (var item : node.items()) {
      if (!isOrdinary(item)) {
        return false;
      }
    }
    return true;
  }

  private static List<Entry> writtenEntries(Node node) {
    return node.isMap()
        ? YamlSource.of(YamlSource.resolved(node))
            .writtenEntries(YamlSource.index(YamlSource.resolved(node)))
        : List.of();
  }
}
