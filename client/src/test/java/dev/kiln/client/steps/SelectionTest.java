package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final Resource WEB =
      Resource.parse(
          """
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
            namespace: prod
            labels: {app: web, tier: front}
            annotations: {owner: me}
          """);

  @Test
  void takesEverythingUnlessAsked() {
    assertThat(Selection.ALL.fits(WEB)).isTrue();
    assertThat(Selection.ALL.isEverything()).isTrue();
  }

  @Test
  void takesWhatIsAllThatIsAskedFor() {
    var match = new Match("apps/v1", "Deployment", "web", "prod", Map.of("app", "web"), OWNED);
    assertThat(new Selection(match, Match.NOTHING).fits(WEB)).isTrue();
  }

  @Test
  void leavesWhatIsNotAllThatIsAskedFor() {
    assertThat(
            List.of(
                new Match("v1", "", "", "", Map.of(), Map.of()),
                new Match("", "deployment", "", "", Map.of(), Map.of()),
                new Match("", "", "we", "", Map.of(), Map.of()),
                new Match("", "", "", "default", Map.of(), Map.of()),
                new Match("", "", "", "", Map.of("app", "web", "tier", "back"), Map.of()),
                new Match("", "", "", "", Map.of(), Map.of("owner", ""))))
        .noneMatch(match -> new Selection(match, Match.NOTHING).fits(WEB));
  }

  @Test
  void leavesOutWhatIsExcluded() {
    var exclude = new Match("", "Deployment", "web", "", Map.of(), Map.of());
    assertThat(new Selection(Match.NOTHING, exclude).fits(WEB)).isFalse();
  }

  @Test
  void keepsWhatIsExcludedOnlyInPart() {
    var exclude = new Match("", "Deployment", "db", "", Map.of(), Map.of());
    assertThat(new Selection(Match.NOTHING, exclude).fits(WEB)).isTrue();
  }

  @Test
  void readsPairsOfAllFlagsTogether() {
    assertThat(Pairs.labels("--match-labels", List.of("a=1,b=", "c=x=y")))
        .containsExactly(Map.entry("a", "1"), Map.entry("b", ""), Map.entry("c", "x=y"));
  }

  @Test
  void refusesWhatIsNoPair() {
    assertThatThrownBy(() -> Pairs.labels("--match-labels", List.of("a=1,b")))
        .isInstanceOf(BadStep.class)
        .hasMessage("--match-labels: \"b\" is no pair (fits: key=value,key2=value2)");
  }

  @Test
  void refusesTwoValuesForOneKey() {
    assertThatThrownBy(() -> Pairs.labels("--match-labels", List.of("a=1", "a=2")))
        .hasMessage("--match-labels: a is to be both \"1\" and \"2\" (fits: one of them)");
  }

  @Test
  void refusesAPairWithoutAKey() {
    assertThatThrownBy(() -> Pairs.annotations("--match-annotations", List.of("a=1,=2")))
        .hasMessage("--match-annotations: \"=2\" is no pair (fits: key=value,key2=value2)");
  }

  @Test
  void letsAnAnnotationHaveCommas() {
    assertThat(Pairs.annotations("--match-annotations", List.of("a=1,2,b=3")))
        .containsExactly(Map.entry("a", "1,2"), Map.entry("b", "3"));
  }

  private static final Map<String, String> OWNED = Map.of("owner", "me");
}
