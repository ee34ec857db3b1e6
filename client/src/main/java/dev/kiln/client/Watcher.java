package dev.kiln.client;

/** Hears how a run goes, on whichever thread that is. */
public interface Watcher {
  /** Does not listen. */
  Watcher NOBODY =
      new Watcher() {
        @Override
        public void begins(Step step) {}

        @Override
        public void ended(StepRun run) {}
      };

  /** A function begins; if it depends on another that runs beside it, it may begin once more. */
  void begins(Step step);

  /** A function has ended. In the order of the steps. */
  void ended(StepRun run);
}
