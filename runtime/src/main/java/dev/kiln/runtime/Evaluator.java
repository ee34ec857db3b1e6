package dev.kiln.runtime;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import java.time.Duration;
import java.util.Optional;

/**
 * The one path from bytes to bytes; every door calls it, and nothing else runs a function.
 *
 * <p>It admits a call, reads its list, chooses the function, runs it, checks what came back,
 * serializes and measures. Whatever goes wrong on the way is an {@link Outcome}; nothing is thrown.
 * Safe for many threads.
 */
public final class Evaluator implements AutoCloseable {
  private final Runners runners;
  private final Limits limits;
  private final Workers workers = new Workers();

  public Evaluator(Runners runners, Limits limits) {
    this.runners = runners;
    this.limits = limits;
  }

  /** Runs one call, and blocks until there is an outcome. */
  public Outcome evaluate(Invocation in) {
    try {
      return measured(in);
    } catch (NothingRanException e) {
      return Outcome.of(e.ending());
    } catch (RuntimeException e) {
      return Outcome.of(new Ending.Fault(e));
    }
  }

  private Outcome measured(Invocation in) {
    var watch = new Stopwatch();
    limits.admit(in);
    Duration queue = watch.lap();
    Optional<Hosted> asked = runners.asked(in);
    ResourceList list = read(in);
    Hosted chosen = asked.orElseGet(() -> runners.fitting(list.functionConfig()));
    Duration parse = watch.lap();
    Outcome ran = run(chosen, in);
    Duration run = watch.lap();
    Outcome answer = ran.list().map(after -> answer(list, after, ran, in)).orElse(ran);
    return answer.ranBy(chosen.name()).took(new Timing(queue, parse, run, watch.lap()));
  }

  private static ResourceList read(Invocation in) {
    try {
      return in.list();
    } catch (BadInput e) {
      throw new NothingRanException(new Ending.Unreadable(e));
    }
  }

  private Outcome run(Hosted chosen, Invocation in) {
    Invocation limited = in.within(limits.timeout());
    return workers.run(chosen, limited, limited.deadline().orElseThrow());
  }

  private static Outcome answer(
      ResourceList before, ResourceList after, Outcome ran, Invocation in) {
    Outcome checked = Guard.check(before, after, ran);
    ResourceList list = checked.list().orElse(after);
    return checked.serialized(
        in.format().map(format -> list.bytes(format)).orElseGet(() -> list.bytes()));
  }

  /** Ends every runner. No call may be running any more. */
  @Override
  public void close() {
    runners.close();
  }
}
