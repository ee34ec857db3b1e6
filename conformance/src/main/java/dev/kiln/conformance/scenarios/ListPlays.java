package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.document.Differences;
import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.document.Value.Mapping;
import dev.kiln.conformance.document.Value.Place;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.ListText;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Format;
import dev.kiln.conformance.targets.StdinDoor;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Lists that are sent twice, in another way. */
final class ListPlays {
  /** In JSON of our own; within a text a quote has a backslash before it. */
  private static final Pattern QUOTED_KEY = Pattern.compile("(?<=[{,])\"([A-Za-z]+)\":");

  private static final Pattern SEMVER =
      Pattern.compile("v?[0-9]+\\.[0-9]+\\.[0-9]+([-+][0-9A-Za-z.+-]+)?");

  private ListPlays() {}

  /** The same list in JSON gives the same items. */
  static void asJson(Stage stage) throws Failed, NotAsked {
    Ask yaml = stage.ask();
    Exchange first = stage.call(yaml);
    Expectation.judge(first, Plays.expect(stage));
    String json = Json.of(first.input().root());
    Exchange second =
        stage.call(new Ask(json.getBytes(StandardCharsets.UTF_8), Format.JSON, yaml.accept()));
    Expectation.judge(second, Plays.expect(stage));
    Exchange again = stage.call(yaml);
    if (!Differences.isSame(first.items(), again.items())) {
      throw new NotAsked("the same list gives other items each time");
    }
    same(first, second);
  }

  /** The same list in flow style, in which keys have no quotes, is accepted. */
  static void asFlow(Stage stage) throws Failed, NotAsked {
    String json = Json.of(Sample.read(stage.ask().text()).document().root());
    String flow = QUOTED_KEY.matcher(json).replaceAll("$1: ") + "\n";
    Expectation.judge(stage.call(Ask.yaml(flow)), Plays.expect(stage));
  }

  /** The same list behind the mark at which documents begin. */
  static void behindAMark(Stage stage) throws Failed, NotAsked {
    String list = stage.ask().text();
    if (list.startsWith("---") || list.startsWith("%")) {
      throw new NotAsked("the sample list is behind one anyway");
    }
    Expectation.judge(stage.call(Ask.yaml("---\n" + list)), Plays.expect(stage));
  }

  /** The same list again gives the same items. */
  static void again(Stage stage) throws Failed, NotAsked {
    twice(stage, () -> {});
  }

  /** The same list twice, and what comes between. */
  static void twice(Stage stage, Runnable between) throws Failed, NotAsked {
    Exchange first = stage.call(stage.ask());
    Expectation.judge(first, Plays.expect(stage));
    between.run();
    Exchange second = stage.call(stage.ask());
    Expectation.judge(second, Plays.expect(stage));
    same(first, second);
  }

  /** Its own output gives the same items. */
  static void idempotent(Stage stage) throws Failed, NotAsked {
    Value version = version(stage);
    if (!version.text("idempotent").equals("true")) {
      throw new NotAsked("its definition does not say idempotent: true");
    }
    Exchange first = stage.call(stage.ask());
    Expectation.judge(first, Plays.expect(stage));
    Exchange second = stage.call(new Ask(next(first), Format.JSON, Format.YAML));
    Expectation.judge(second, Plays.expect(stage));
    same(first, second);
  }

  /** The items that came back, with the functionConfig that was sent. */
  private static byte[] next(Exchange first) throws Failed {
    var list = new LinkedHashMap<>(first.input().root().map());
    list.put("items", first.items());
    var root = new Mapping(list, new Place(0, 0, 0, true));
    return Json.of(root).getBytes(StandardCharsets.UTF_8);
  }

  private static void same(Exchange first, Exchange second) throws Failed {
    List<String> differences = Differences.between("items", first.items(), second.items());
    Failed.unless(
        differences.isEmpty(),
        "the second answer is not as the first:\n" + String.join("\n", differences));
  }

  /** Its container runs as nobody. */
  static void nobody(Stage stage) throws Failed, NotAsked {
    if (stage.sample().definition().isPresent()
        && version(stage).text("runtime", "container", "requireStorageMount").equals("true")) {
      throw new NotAsked("its definition says requireStorageMount: true");
    }
    var program = stage.target().container().orElseThrow().as("65534:65534");
    Ask ask = stage.ask();
    var door = (StdinDoor) stage.caller();
    var answer = new StdinDoor(program, door.patience()).call(ask.list(), List.of(), Map.of());
    Expectation.judge(stage.took(ask, ask.text(), answer), Plays.expect(stage));
  }

  /** The definition says which versions of the specification hold. */
  static void definition(Stage stage) throws Failed, NotAsked {
    List<String> versions =
        version(stage).list("conformWithSpecVersions").stream().map(Value::text).toList();
    Failed.unless(
        !versions.isEmpty(), "conformWithSpecVersions: expected a list of versions, found none");
    if (stage.door() != Door.STDIN) {
      Failed.unless(
          versions.stream().anyMatch(each -> each.startsWith("v2")),
          "conformWithSpecVersions: expected v2 for what serves, found " + versions);
    }
  }

  /** What is named as a release has the digest of its image. */
  static void digest(Stage stage) throws Failed, NotAsked {
    Value version = version(stage);
    if (!SEMVER.matcher(version.text("name")).matches()) {
      throw new NotAsked("the name of its definition's version is not semver");
    }
    Failed.unless(
        version.text("runtime", "container", "sha256").matches("[0-9a-f]{64}"),
        "runtime.container.sha256: expected a digest of 64 hexadecimal digits, found \"%s\""
            .formatted(version.text("runtime", "container", "sha256")));
  }

  /** Of its versions the one that the sample asks for, or the first. */
  private static Value version(Stage stage) throws NotAsked {
    Value definition =
        stage
            .sample()
            .definition()
            .orElseThrow(() -> new NotAsked("needs the function's definition: --definition FILE"));
    ListText list = Sample.read(stage.ask().text());
    String asked =
        list.document().root().text("functionConfig", "apiVersion").replaceFirst(".*/", "");
    List<Value> versions =
        definition.list("spec", "versions").isEmpty()
            ? definition.list("versions")
            : definition.list("spec", "versions");
    return versions.stream()
        .filter(version -> version.text("name").equals(asked))
        .findFirst()
        .or(() -> versions.stream().findFirst())
        .orElseThrow(() -> new NotAsked("its definition has no versions"));
  }
}
