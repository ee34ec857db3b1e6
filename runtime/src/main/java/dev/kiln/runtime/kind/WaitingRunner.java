package dev.kiln.runtime.kind;

import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import java.util.Optional;

/** A runner whose calls wait for an instance outside of this process, according to its kind. */
record WaitingRunner(Runner runner) implements Runner {
  @Override
  public Outcome run(Invocation in) {
    return runner.run(in);
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public void prepare() {
    runner.prepare();
  }

  @Override
  public Optional<String> findProblem() {
    return runner.findProblem();
  }

  @Override
  public void expect(int calls) {
    runner.expect(calls);
  }

  @Override
  public void close() {
    runner.close();
  }
}
