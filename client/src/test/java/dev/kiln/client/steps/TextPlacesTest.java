package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageItem;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In each text, every character that is no blank has its place in the file. */
class TextPlacesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: |\n  one: two\n\n    three\n  # four\n",
        "a: &x !!str |2-   # five\n    one\n  two\n",
        "a:\n  !!str\n  >+\n  one\n  two\n\n\n    three\n\n  four\n\n",
        "a: |\r\n  one: two\r\n  three\r\n",
        "a: | # one\r  one: two\r  three\r",
        "a: 'one ''two''\n\n  three ''' # four\n",
        "a: one two\n  three\n\n  four # five\n",
        "{a: one\n  two, b: c}\n",
        "a: |\n  ü: 🔥 x\n  🔥🔥: y\n",
        "a: >\n  ü 🔥\n  x\n",
      })
  void findEveryCharacter(String file) {
    Node scalar = value(file);
    TextPlaces places = places(file);
    String[] lines = scalar.text().split("\n", -1);
    for (int line = 1; line <= lines.length; line++) {
      int[] points = lines[line - 1].codePoints().toArray();
      for (int column = 1; column <= points.length; column++) {
        if (WrittenScalar.isNonBlank(points[column - 1])) {
          assertThat(at(places.of(line, column), file)).isEqualTo(points[column - 1]);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: \"one\\ntwo\\x20\\u0020three\\\n  four\\tfive\\U00000020six\\ \\x41seven\n  eight\"\n",
        "{\"a\": \"one\\\"\\\\\\u00fc\\/seven\"}\n",
      })
  void findACharacterBehindEscapes(String file) {
    String text = value(file).text();
    int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
    int column = text.indexOf("seven") - text.lastIndexOf('\n');
    assertThat(places(file).of(line, column)).isEqualTo(place(file, file.indexOf("seven")));
  }

  private static TextPlaces places(String file) {
    return new TextPlaces(new PackageItem("f", 0, Resource.parse(file), 1), value(file));
  }

  private static Node value(String file) {
    return Resource.parse(file).find("a").orElseThrow();
  }

  private static int at(String place, String file) {
    String[] parts = place.split(":", -1);
    String line = file.split("\n|\r(?!\n)", -1)[Integer.parseInt(parts[1]) - 1];
    return line.codePoints().toArray()[Integer.parseInt(parts[2]) - 1];
  }

  private static String place(String file, int position) {
    String before = file.substring(0, position);
    long line = before.chars().filter(c -> c == '\n').count() + 1;
    return "f:" + line + ":" + (position - before.lastIndexOf('\n'));
  }
}
