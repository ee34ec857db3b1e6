package dev.kiln.client;

/** Receives the progress of a run, on any thread. */
public interface RunListener {
  /** Ignores all events. */
  RunListener NONE =
      new RunListener() {
        @Override
        public void stepStarted(Step step) {}

        @Override
        public void stepFinished(StepRun run) {}
      };

  /**
   * A function begins. If it depends on another function that runs in parallel, it may begin a
   * second time.
   */
  void stepStarted(Step step);

  /** A function has ended. These calls come in the order of the steps. */
  void stepFinished(StepRun run);
}
