package dev.kiln.conformance.faults;

import dev.kiln.conformance.cases.Case;
import dev.kiln.conformance.cases.Cases;
import dev.kiln.conformance.cases.Level;
import dev.kiln.conformance.execution.BadFile;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.SampleFiles;
import dev.kiln.conformance.judge.Judge;
import dev.kiln.conformance.judge.Selection;
import dev.kiln.conformance.judge.Verdict;
import dev.kiln.conformance.targets.BadTarget;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Target;
import dev.kiln.conformance.targets.TargetText;
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
 * @param patience how long a call may take
 * @param asked the cases that it is asked
 */
record Trial(Path definition, String function, Duration patience, Predicate<Case> asked) {
  static final Path DEFINITION = Path.of("reference", "kit.yaml");

  /** What says nothing that others do not, and takes longer than all of them. */
  static final Set<String> LONG =
      Set.of("contract-large-list", "contract-large-answer", "contract-address-forms");

  /** All that can be asked, save what a fault does not touch and takes long. */
  static Trial of(Fault fault) {
    return new Trial(
        DEFINITION,
        "",
        Duration.ofSeconds(10),
        each -> !LONG.contains(each.id()) || fault.cases().contains(each.id()));
  }

  Trial asking(Predicate<Case> cases) {
    return new Trial(definition, function, patience, asked.and(cases));
  }

  Trial defined(Path other) {
    return new Trial(other, function, patience, asked);
  }

  Trial naming(String other) {
    return new Trial(definition, other, patience, asked);
  }

  /** The cases that a target fails. */
  List<Verdict> failed(String target, Set<Door> doors)
      throws BadTarget, BadFile, IOException, InterruptedException {
    Cases all = Cases.read();
    var some = new Cases(all.documents(), all.clauses(), all.all().stream().filter(asked).toList());
    var text = new TargetText(target, function, doors, "none", "none", patience);
    try (Target opened = text.open()) {
      return new Judge(opened, sample(), _ -> {})
          .judge(some, new Selection(Level.CONTRACT, List.of())).stream()
              .filter(Verdict::isFailed)
              .toList();
    }
  }

  private Sample sample() throws BadFile, IOException {
    return SampleFiles.read(Optional.empty(), Optional.empty(), Optional.of(definition), true);
  }
}
