package dev.kiln.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.Json;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is written as JSON means the same when it is read, and does not change when it is written
 * again.
 */
final class JsonTarget implements FuzzTarget {
  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (byte[] text : RepositoryCases.ofYaml()) {
      try {
        seeds.add(Json.toJson(Yaml.parse(text)).getBytes(UTF_8));
      } catch (BadYaml | BadInput e) {
        // not a seed: JSON has no such value
      }
    }
    for (RepositoryCases.FunctionCase each : RepositoryCases.ofFunctions()) {
      try {
        seeds.add(ResourceList.parse(each.list()).bytes(Format.JSON));
      } catch (BadInput e) {
        // a case of a list that is refused
      }
    }
    return seeds;
  }

  @Override
  public void accept(byte[] input) {
    try {
      Node read = Yaml.parse(input).refuseDuplicateKeys();
      String json = Json.toJson(read);
      Node reread = Yaml.parse(json);
      Require.that(Json.toJson(reread).equals(json), "JSON changes when it is written again");
      Require.that(
          Json.canonical(reread).equals(Json.canonical(read)), "JSON means something else");
      convert(input);
    } catch (BadYaml | BadInput e) {
      // refused
    }
  }

  private static void convert(byte[] input) {
    ResourceList list = ResourceList.parse(input);
    byte[] json = list.bytes(Format.JSON);
    ResourceList reread = ResourceList.parse(json);
    Require.that(reread.format() == Format.JSON, "a list written as JSON is not read as JSON");
    Require.that(Arrays.equals(reread.bytes(), json), "a list in JSON is not printed unchanged");
    Require.that(
        Json.canonical(Yaml.parse(reread.bytes(Format.YAML)))
            .equals(Json.canonical(Yaml.parse(json))),
        "a list means something else in YAML");
  }
}
