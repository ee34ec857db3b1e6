package dev.kiln.server.config;

import dev.kiln.runtime.ImagePattern;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which images of other publishers the functions here answer for, as the user says. */
public final class StandInRules {
  private final List<ImagePattern> patterns;
  private final Set<ImagePattern> used = new HashSet<>(); // each is itself and no other

  StandInRules(List<String> patterns) {
    this.patterns = patterns.stream().map(ImagePattern::new).toList();
  }

  /** Of all that the function can stand in for, what it may. */
  public List<String> of(FunctionDefinition definition) {
    return definition.standInImages().stream().filter(this::mayBe).toList();
  }

  private boolean mayBe(String image) {
    List<ImagePattern> fitting = patterns.stream().filter(each -> each.matches(image)).toList();
    used.addAll(fitting);
    return !fitting.isEmpty();
  }

  /** A line for each pattern that named nothing. */
  public List<String> unused() {
    return patterns.stream()
        .filter(pattern -> !used.contains(pattern))
        .map(
            pattern ->
                "--stand-in " + pattern + ": no function here can stand in for such an image")
        .toList();
  }
}
