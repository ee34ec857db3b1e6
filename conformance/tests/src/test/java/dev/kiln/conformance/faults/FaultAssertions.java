package dev.kiln.conformance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.judge.CaseVerdict;
import java.util.List;
import java.util.stream.Collectors;

/** What the judge has to say of who is broken in one way. */
final class FaultAssertions {
  private FaultAssertions() {}

  /** It fails the cases that the fault names, and no others. */
  static void failsOnly(Fault fault, List<CaseVerdict> failed) {
    assertThat(failed.stream().map(verdict -> verdict.conformanceCase().id()).distinct())
        .as(
            () ->
                failed.stream()
                    .map(verdict -> verdict.name() + ": " + verdict.why())
                    .collect(Collectors.joining("\n", fault.name() + "\n", "\n")))
        .containsExactlyInAnyOrderElementsOf(fault.cases());
  }
}
