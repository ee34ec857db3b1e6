package dev.kiln.yaml;

import static dev.kiln.yaml.Edited.edited;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowEditTest {
  @Test
  void addsInTheSpacingOfTheCollection() {
    assertEquals("a: {x: 1,b: 2,z: 3}\n", edited("a: {x: 1,b: 2}\n", e -> e.set("a.z", 3)));
    assertEquals("a: { x: 1, z: 3 }\n", edited("a: { x: 1 }\n", e -> e.set("a.z", 3)));
    assertEquals("a: { z: 3 }\n", edited("a: { }\n", e -> e.set("a.z", 3)));
  }

  @Test
  void keepsATrailingComma() {
    assertEquals("a: {x: 1, z: 3, }\n", edited("a: {x: 1, }\n", e -> e.set("a.z", 3)));
  }

  @Test
  void fillsEntriesWithoutAValue() {
    assertEquals(
        "a: {x: 3, k: v}\n", edited("a: {x: , k}\n", e -> e.set("a.x", 3).set("a.k", "v")));
  }

  @Test
  void addsALineIfEachEntryHasItsOwn() {
    assertEquals(
        """
        a: {
          x: 1, # one
          k: 2, # two
          z: 3
        }
        """,
        edited("a: {\n  x: 1, # one\n  k: 2 # two\n}\n", e -> e.set("a.z", 3)));
  }

  @Test
  void nestsLinesAsPrettyJsonDoes() {
    assertEquals(
        """
        {
          "a": {
            "b": 1,
            "c": {
              "d": "x"
            }
          }
        }
        """,
        edited("{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", e -> e.set("a.c.d", "x")));
  }

  @Test
  void writesJsonInJson() {
    assertEquals(
        "{\"a\":{\"c\":\"x\"},\"b\":[1,true,null]}",
        edited(
            "{\"a\":{},\"b\":[]}",
            e -> e.set("a.c", "x").append("b", 1).append("b", true).append("b", null)));
    assertEquals(
        "{\"a\":493,\"b\":0.5}",
        edited(
            "{\"a\":1,\"b\":2}", e -> e.set("a", Yaml.plain("0755")).set("b", Yaml.plain(".5"))));
  }

  @Test
  void givesBracesToAPair() {
    assertEquals("a: [{x: 1, z: 2}]\n", edited("a: [x: 1]\n", e -> e.set("a[0].z", 2)));
  }

  @Test
  void removesWithTheComma() {
    assertEquals("a: [1, 3]\n", edited("a: [1, 2, 3]\n", e -> e.remove("a[1]")));
    assertEquals("a: [2, 3]\n", edited("a: [1, 2, 3]\n", e -> e.remove("a[0]")));
    assertEquals("a: [1]\n", edited("a: [1, 2, 3]\n", e -> e.remove("a[2]").remove("a[1]")));
    assertEquals("a: []\n", edited("a: [1]\n", e -> e.remove("a[0]")));
  }

  @Test
  void removesALineWithItsComment() {
    assertEquals(
        "a: {\n  x: 1 # one\n}\n",
        edited("a: {\n  x: 1, # one\n  k: 2 # two\n}\n", e -> e.remove("a.k")));
    assertEquals(
        "a: {\n  k: 2 # two\n}\n",
        edited("a: {\n  x: 1, # one\n  k: 2 # two\n}\n", e -> e.remove("a.x")));
  }

  @Test
  void insertsAndMovesItems() {
    assertEquals(
        "a: [0, 1, 9, 2]\n", edited("a: [1, 2]\n", e -> e.insert("a", 0, 0).insert("a", 2, 9)));
    assertEquals("a: [3, 1, 2]\n", edited("a: [1, 2, 3]\n", e -> e.reorder("a", List.of(2, 0, 1))));
  }

  @Test
  void staysFlowWhenItGetsAnotherValue() {
    assertEquals("a: [1, 2, x]\n", edited("a: [1, 2]\n", e -> e.set("a", List.of(1, 2, "x"))));
    assertEquals("a: {k: [1]}\n", edited("a: [1, 2]\n", e -> e.set("a", Map.of("k", List.of(1)))));
  }

  @Test
  void quotesTextThatWouldEndAFlowValue() {
    assertEquals("a: {x: \"1,2\"}\n", edited("a: {x: 1}\n", e -> e.set("a.x", "1,2")));
    assertEquals("a: 1,2\n", edited("a: 1\n", e -> e.set("a", "1,2")));
  }
}
