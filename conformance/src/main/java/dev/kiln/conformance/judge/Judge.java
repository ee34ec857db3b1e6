package dev.kiln.conformance.judge;

import dev.kiln.conformance.cases.Case;
import dev.kiln.conformance.cases.Cases;
import dev.kiln.conformance.document.FoundList;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Notes;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.judge.Verdict.Kind;
import dev.kiln.conformance.scenarios.Plays;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Ending;
import dev.kiln.conformance.targets.Target;
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
  private final Target target;
  private final Sample sample;
  private final Consumer<Verdict> each;
  private final Map<Door, Answer> firsts = new EnumMap<>(Door.class);

  /**
   * @param each hears of every verdict at once
   */
  public Judge(Target target, Sample sample, Consumer<Verdict> each) {
    this.target = target;
    this.sample = sample;
    this.each = each;
  }

  /** Asks them in their order. */
  public List<Verdict> judge(Cases cases, Selection selection) throws InterruptedException {
    var verdicts = new ArrayList<Verdict>();
    for (Case asked : cases.all()) {
      if (selection.has(asked)) {
        for (Verdict verdict : judge(asked)) {
          each.accept(verdict);
          verdicts.add(verdict);
        }
      }
    }
    return verdicts;
  }

  private List<Verdict> judge(Case asked) throws InterruptedException {
    var verdicts = new ArrayList<Verdict>();
    for (Door door : Door.values()) {
      if (asked.doors().contains(door.word()) && target.callers().containsKey(door)) {
        long start = System.nanoTime();
        Verdict verdict = judge(asked, door);
        verdicts.add(verdict.after(Duration.ofNanos(System.nanoTime() - start)));
      }
    }
    return verdicts.isEmpty()
        ? List.of(
            Verdict.notAsked(
                asked, Optional.empty(), "needs " + String.join(" or ", asked.doors())))
        : verdicts;
  }

  private Verdict judge(Case asked, Door door) throws InterruptedException {
    var notes = new Notes();
    try {
      if (asked.isForKit() && !sample.isKit()) {
        throw new NotAsked("only the reference function can be asked: --kit");
      }
      for (String need : asked.needs()) {
        require(need, door);
      }
      Plays.of(asked).play(new Stage(target, door, asked, sample, notes));
      return Verdict.passed(asked, door);
    } catch (NotAsked e) {
      return Verdict.notAsked(asked, Optional.of(door), String.valueOf(e.getMessage()));
    } catch (Failed | IOException | StatusRuntimeException e) {
      return new Verdict(
          asked,
          Optional.of(door),
          Kind.FAILED,
          String.valueOf(e.getMessage()),
          notes.sent(),
          notes.came(),
          Duration.ZERO);
    }
  }

  private void require(String need, Door door) throws NotAsked {
    boolean isThere =
        switch (need) {
          case "success" -> isAccepted(door);
          case "sample" -> isAnswered(door);
          case "container" -> target.container().isPresent();
          case "served" -> target.launch().isPresent();
          case "local" -> target.isLocal();
          case "definition" -> sample.definition().isPresent();
          default -> throw new IllegalStateException("no need \"" + need + "\"");
        };
    if (!isThere) {
      throw new NotAsked(lack(need, door));
    }
  }

  private String lack(String need, Door door) throws NotAsked {
    return switch (need) {
      case "success", "sample" ->
          first(door).ending() == Ending.SUCCESS
              ? "nothing that could be a list comes back for the sample list"
              : "the function does not accept the sample list (%s): give one that it does, --list FILE or --config FILE"
                  .formatted(first(door).status());
      case "container" -> "needs an image: image:IMAGE";
      case "served" -> "needs a server that the kit can start: serve:COMMAND";
      case "local" -> "needs a function that can reach this machine's loopback address";
      default -> "needs the function's definition: --definition FILE";
    };
  }

  /** Whether it takes the sample as it is; what it does with variations says nothing otherwise. */
  private boolean isAccepted(Door door) throws NotAsked {
    return first(door).ending() == Ending.SUCCESS;
  }

  /** And puts out a list: what is asked of that has no answer otherwise. */
  private boolean isAnswered(Door door) throws NotAsked {
    return isAccepted(door) && FoundList.find(first(door).text()).isPresent();
  }

  private Answer first(Door door) throws NotAsked {
    Answer known = firsts.get(door);
    if (known != null) {
      return known;
    }
    Value plain = Sample.read("list: sample\n").document().root();
    Answer first = target.caller(door).call(sample.ask(plain));
    firsts.put(door, first);
    return first;
  }
}
