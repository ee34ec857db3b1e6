package dev.kiln.conformance.faults;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.cases.RequirementLevel;
import dev.kiln.conformance.execution.InvalidFileException;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.SampleFiles;
import dev.kiln.conformance.judge.CaseSelection;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.Judge;
import dev.kiln.conformance.targets.ConformanceTarget;
import dev.kiln.conformance.targets.InvalidTargetException;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the judge says of a target.
 *
 * @param definition the function's
 * @param function which of the target's functions; empty if there is no choice
 * @param timeout how long a call may take
 * @param selectsCase the cases that it is asked
 */
record JudgeSetup(
    Path definition, String function, Duration timeout, Predicate<ConformanceCase> selectsCase) {
  static final Path DEFINITION = Path.of("reference", "kit.yaml");

  private static final CaseCatalog ALL = CaseCatalog.read();

  /** What says nothing that others do not, and takes longer than all of them. */
  static final Set<String> LONG =
      Set.of("contract-large-list", "contract-large-answer", "contract-address-forms");

  /** All that can be asked, save what a fault does not touch and takes long. */
  static JudgeSetup of(Fault fault) {
    return new JudgeSetup(
        DEFINITION,
        "",
        Duration.ofSeconds(10),
        each -> !LONG.contains(each.id()) || fault.cases().contains(each.id()));
  }

  JudgeSetup withCases(Predicate<ConformanceCase> cases) {
    return new JudgeSetup(definition, function, timeout, selectsCase.and(cases));
  }

  JudgeSetup withDefinition(Path other) {
    return new JudgeSetup(other, function, timeout, selectsCase);
  }

  JudgeSetup withFunction(String other) {
    return new JudgeSetup(definition, other, timeout, selectsCase);
  }

  /** The cases that a target fails. */
  List<CaseVerdict> failed(String target, Set<TargetDoor> doors)
      throws InvalidTargetException, InvalidFileException, IOException, InterruptedException {
    var some =
        new CaseCatalog(
            ALL.documents(), ALL.clauses(), ALL.all().stream().filter(selectsCase).toList());
    var text = new TargetSpec(target, function, doors, "none", "none", timeout);
    try (ConformanceTarget opened = text.open()) {
      return new Judge(opened, sample(), _ -> {})
          .judge(some, new CaseSelection(RequirementLevel.CONTRACT, List.of())).stream()
              .filter(CaseVerdict::isFailed)
              .toList();
    }
  }

  private Sample sample() throws InvalidFileException, IOException {
    return SampleFiles.read(Optional.empty(), Optional.empty(), Optional.of(definition), true);
  }
}
