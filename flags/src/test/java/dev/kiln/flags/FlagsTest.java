package dev.kiln.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlagsTest {
  private static final Flag NAME = Flag.of("--name", "NAME", "THE_NAME", "whose");
  private static final Flag OUTPUT = new Flag("--output", "-o", "FORMAT", "", "how");
  private static final Flag DRY = Flag.asSwitch("--dry", "only looks");
  private static final Flags FLAGS = new Flags(NAME, OUTPUT, DRY);

  private static FlagValues parse(String... args) {
    return FLAGS.parse(List.of(args), Map.of());
  }

  private static String value(FlagValues values, Flag flag) {
    return values.find(flag).map(FlagValues.Given::value).orElse("nothing");
  }

  @Test
  void readsBothSpellings() {
    assertThat(value(parse("--name", "a"), NAME)).isEqualTo("a");
    assertThat(value(parse("--name=a=b"), NAME)).isEqualTo("a=b");
    assertThat(value(parse("-o", "json"), OUTPUT)).isEqualTo("json");
    assertThat(value(parse(), NAME)).isEqualTo("nothing");
  }

  @Test
  void takesAllWhereSeveralFit() {
    assertThat(parse("--name", "a", "--name", "b").all(NAME)).containsExactly("a", "b");
  }

  @Test
  void refusesTwoValuesWhereOneFits() {
    assertThatThrownBy(() -> value(parse("--name", "a", "--name=b"), NAME))
        .isInstanceOf(UsageException.class)
        .hasMessage("--name is given twice: \"a\" and \"b\" (expected: one value)");
    assertThat(value(parse("--name", "a", "--name=a"), NAME)).isEqualTo("a");
  }

  @Test
  void readsTheVariableWhereTheFlagIsNotGiven() {
    Map<String, String> environment = Map.of("THE_NAME", "c, d");
    assertThat(value(FLAGS.parse(List.of(), environment), NAME)).isEqualTo("c, d");
    assertThat(FLAGS.parse(List.of(), environment).all(NAME)).containsExactly("c", "d");
    assertThat(value(FLAGS.parse(List.of("--name", "a"), environment), NAME)).isEqualTo("a");
  }

  @Test
  void countsAnEmptyValueAsNotSet() {
    assertThat(value(parse("--name="), NAME)).isEqualTo("nothing");
    Map<String, String> environment = Map.of("THE_NAME", "c");
    assertThat(value(FLAGS.parse(List.of("--name="), environment), NAME)).isEqualTo("c");
    assertThat(FLAGS.parse(List.of("--name="), environment).all(NAME)).containsExactly("c");
    assertThat(parse("--name=", "--name", "a").all(NAME)).containsExactly("a");
    assertThat(FLAGS.parse(List.of(), Map.of("THE_NAME", "a,,b,")).all(NAME))
        .containsExactly("a", "b");
  }

  @Test
  void leavesAVariableAloneWhoseFlagIsNotHere() {
    FlagValues values = new Flags(OUTPUT).parse(List.of(), Map.of("THE_NAME", "c"));
    assertThat(values.find(NAME)).isEmpty();
    assertThat(values.all(NAME)).isEmpty();
  }

  @Test
  void countsAnEmptyVariableAsNotSet() {
    FlagValues values = FLAGS.parse(List.of(), Map.of("THE_NAME", ""));
    assertThat(values.find(NAME)).isEmpty();
    assertThat(values.all(NAME)).isEmpty();
  }

  @Test
  void givesTheOtherWords() {
    assertThat(parse("a", "--name", "x", "-", "--", "--name").rest())
        .containsExactly("a", "-", "--name");
    assertThat(parse("a", "-h").help()).isTrue();
  }

  @Test
  void refusesAnUnknownFlag() {
    assertThatThrownBy(() -> parse("--nmae", "x"))
        .isInstanceOf(UsageException.class)
        .hasMessage("unknown flag: --nmae\n\nDid you mean this?\n\t--name\n");
    assertThatThrownBy(() -> parse("--far-from-all=x")).hasMessage("unknown flag: --far-from-all");
  }

  @Test
  void refusesAFlagWithoutItsValue() {
    assertThatThrownBy(() -> parse("--name")).hasMessage("flag needs an argument: --name");
  }

  @Test
  void namesWhoGaveAWrongValue() {
    FlagValues values = FLAGS.parse(List.of(), Map.of("THE_NAME", "x"));
    assertThat(values.find(NAME).orElseThrow().invalid("a number"))
        .hasMessage("THE_NAME: \"x\" (expected: a number)");
  }

  @Test
  void explainsWhatItShows() {
    assertThat(FLAGS.help())
        .contains("--name NAME", "whose [THE_NAME]", "--output, -o FORMAT", "--help");
  }

  @Test
  void takesNoWordForASwitch() {
    FlagValues values = parse("--dry", "a");
    assertThat(values.isOn(DRY)).isTrue();
    assertThat(values.rest()).containsExactly("a");
    assertThat(parse("--dry", "--dry=false").isOn(DRY)).isFalse();
    assertThat(parse().isOn(DRY)).isFalse();
    assertThatThrownBy(() -> parse("--dry=yes").isOn(DRY))
        .hasMessage("--dry: \"yes\" (expected: true or false)");
  }

  @Test
  void tellsWhatStandsBehindTheDashes() {
    FlagValues values = parse("a", "--", "--name", "b=c");
    assertThat(values.words()).containsExactly("a");
    assertThat(values.afterDoubleDash()).containsExactly("--name", "b=c");
    assertThat(values.rest()).containsExactly("a", "--name", "b=c");
  }
}
