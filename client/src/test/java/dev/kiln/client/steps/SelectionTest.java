package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.kind.InvalidDeclarationException;
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
    assertThat(Selection.ALL.matches(WEB)).isTrue();
    assertThat(Selection.ALL.isEverything()).isTrue();
  }

  @Test
  void takesWhatIsAllThatIsAskedFor() {
    var match =
        new ResourceSelector("apps/v1", "Deployment", "web", "prod", Map.of("app", "web"), OWNED);
    assertThat(new Selection(match, ResourceSelector.ANY).matches(WEB)).isTrue();
  }

  @Test
  void leavesWhatIsNotAllThatIsAskedFor() {
    assertThat(
            List.of(
                new ResourceSelector("v1", "", "", "", Map.of(), Map.of()),
                new ResourceSelector("", "deployment", "", "", Map.of(), Map.of()),
                new ResourceSelector("", "", "we", "", Map.of(), Map.of()),
                new ResourceSelector("", "", "", "default", Map.of(), Map.of()),
                new ResourceSelector(
                    "", "", "", "", Map.of("app", "web", "tier", "back"), Map.of()),
                new ResourceSelector("", "", "", "", Map.of(), Map.of("owner", ""))))
        .noneMatch(match -> new Selection(match, ResourceSelector.ANY).matches(WEB));
  }

  @Test
  void leavesOutWhatIsExcluded() {
    var exclude = new ResourceSelector("", "Deployment", "web", "", Map.of(), Map.of());
    assertThat(new Selection(ResourceSelector.ANY, exclude).matches(WEB)).isFalse();
  }

  @Test
  void keepsWhatIsExcludedOnlyInPart() {
    var exclude = new ResourceSelector("", "Deployment", "db", "", Map.of(), Map.of());
    assertThat(new Selection(ResourceSelector.ANY, exclude).matches(WEB)).isTrue();
  }

  @Test
  void readsPairsOfAllFlagsTogether() {
    assertThat(Pairs.labels("--match-labels", List.of("a=1,b=", "c=x=y")))
        .containsExactly(Map.entry("a", "1"), Map.entry("b", ""), Map.entry("c", "x=y"));
  }

  @Test
  void refusesWhatIsNoPair() {
    assertThatThrownBy(() -> Pairs.labels("--match-labels", List.of("a=1,b")))
        .isInstanceOf(InvalidDeclarationException.class)
        .hasMessage("--match-labels: \"b\" is no pair (expected: key=value,key2=value2)");
  }

  @Test
  void refusesTwoValuesForOneKey() {
    assertThatThrownBy(() -> Pairs.labels("--match-labels", List.of("a=1", "a=2")))
        .hasMessage("--match-labels: a is to be both \"1\" and \"2\" (expected: one of them)");
  }

  @Test
  void refusesAPairWithoutAKey() {
    assertThatThrownBy(() -> Pairs.annotations("--match-annotations", List.of("a=1,=2")))
        .hasMessage("--match-annotations: \"=2\" is no pair (expected: key=value,key2=value2)");
  }

  @Test
  void letsAnAnnotationHaveCommas() {
    assertThat(Pairs.annotations("--match-annotations", List.of("a=1,2,b=3")))
        .containsExactly(Map.entry("a", "1,2"), Map.entry("b", "3"));
  }

  private static final Map<String, String> OWNED = Map.of("owner", "me");
}
