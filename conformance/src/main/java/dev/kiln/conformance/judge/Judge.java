package dev.kiln.conformance.judge;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.OutputList;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.LastExchange;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
import dev.kiln.conformance.scenarios.Scenarios;
import dev.kiln.conformance.targets.CallOutcome;
import dev.kiln.conformance.targets.ConformanceTarget;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.TargetDoor;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks every case that can be asked, through every door that it is for. */
public final class Judge {
  private final ConformanceTarget target;
  private final Sample sample;
  private final Consumer<CaseVerdict> each;
  private final Map<TargetDoor, FunctionResponse> firstResponses = new EnumMap<>(TargetDoor.class);

  /**
   * @param each receives every verdict as soon as it is known
   */
  public Judge(ConformanceTarget target, Sample sample, Consumer<CaseVerdict> each) {
    this.target = target;
    this.sample = sample;
    this.each = each;
  }

  /** Asks them in their order. */
  public List<CaseVerdict> judge(CaseCatalog cases, CaseSelection selection)
      throws InterruptedException {
    var verdicts = new ArrayList<CaseVerdict>();
    for (ConformanceCase conformanceCase : cases.all()) {
      if (selection.has(conformanceCase)) {
        for (CaseVerdict verdict : judge(conformanceCase)) {
          each.accept(verdict);
          verdicts.add(verdict);
        }
      }
    }
    return verdicts;
  }

  private List<CaseVerdict> judge(ConformanceCase conformanceCase) throws InterruptedException {
    var verdicts = new ArrayList<CaseVerdict>();
    for (TargetDoor door : TargetDoor.values()) {
      if (conformanceCase.doors().contains(door.word()) && target.clients().containsKey(door)) {
        long start = System.nanoTime();
        CaseVerdict verdict = judge(conformanceCase, door);
        verdicts.add(verdict.after(Duration.ofNanos(System.nanoTime() - start)));
      }
    }
    return verdicts.isEmpty()
        ? List.of(
            CaseVerdict.notAsked(
                conformanceCase,
                Optional.empty(),
                "needs " + String.join(" or ", conformanceCase.doors())))
        : verdicts;
  }

  private CaseVerdict judge(ConformanceCase conformanceCase, TargetDoor door)
      throws InterruptedException {
    var notes = new LastExchange();
    try {
      if (conformanceCase.isForKit() && !sample.isKit()) {
        throw new CaseSkippedException("only the reference function can be asked: --kit");
      }
      for (String need : conformanceCase.needs()) {
        require(need, door);
      }
      Scenarios.of(conformanceCase)
          .run(new CaseContext(target, door, conformanceCase, sample, notes));
      return CaseVerdict.passed(conformanceCase, door);
    } catch (CaseSkippedException e) {
      return CaseVerdict.notAsked(
          conformanceCase, Optional.of(door), String.valueOf(e.getMessage()));
    } catch (CaseFailedException | IOException | StatusRuntimeException e) {
      return new CaseVerdict(
          conformanceCase,
          Optional.of(door),
          Kind.FAILED,
          String.valueOf(e.getMessage()),
          notes.sent(),
          notes.received(),
          Duration.ZERO);
    }
  }

  private void require(String need, TargetDoor door) throws CaseSkippedException {
    boolean isThere =
        switch (need) {
          case "success" -> isAccepted(door);
          case "sample" -> isAnswered(door);
          case "container" -> target.container().isPresent();
          case "served" -> target.launcher().isPresent();
          case "local" -> target.isLocal();
          case "definition" -> sample.definition().isPresent();
          default -> throw new IllegalStateException("no need \"" + need + "\"");
        };
    if (!isThere) {
      throw new CaseSkippedException(missingRequirement(need, door));
    }
  }

  private String missingRequirement(String need, TargetDoor door) throws CaseSkippedException {
    return switch (need) {
      case "success", "sample" ->
          firstResponse(door).ending() == CallOutcome.SUCCESS
              ? "nothing that could be a list comes back for the sample list"
              : "the function does not accept the sample list (%s): give one that it does, --list FILE or --config FILE"
                  .formatted(firstResponse(door).status());
      case "container" -> "needs an image: image:IMAGE";
      case "served" -> "needs a server that the kit can start: serve:COMMAND";
      case "local" -> "needs a function that can reach this machine's loopback address";
      default -> "needs the function's definition: --definition FILE";
    };
  }

  /** Whether it takes the sample as it is; what it does with variations says nothing otherwise. */
  private boolean isAccepted(TargetDoor door) throws CaseSkippedException {
    return firstResponse(door).ending() == CallOutcome.SUCCESS;
  }

  /** And puts out a list: what is asked of that has no answer otherwise. */
  private boolean isAnswered(TargetDoor door) throws CaseSkippedException {
    return isAccepted(door) && OutputList.find(firstResponse(door).text()).isPresent();
  }

  private FunctionResponse firstResponse(TargetDoor door) throws CaseSkippedException {
    FunctionResponse known = firstResponses.get(door);
    if (known != null) {
      return known;
    }
    DocumentValue plain = Sample.read("list: sample\n").document().root();
    FunctionResponse first = target.client(door).call(sample.requestFor(plain));
    firstResponses.put(door, first);
    return first;
  }
}
