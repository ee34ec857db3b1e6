package dev.kiln.client;

/** Hears how a run goes, on whichever thread that is. */
public interface RunListener {
  /** Does not listen. */
  RunListener NONE =
      new RunListener() {
        @Override
        public void stepStarted(Step step) {}

        @Override
        public void stepFinished(StepRun run) {}
      };

  /** A function begins; if it depends on another that runs beside it, it may begin once more. */
  void stepStarted(Step step);

  /** A function has ended. In the order of the steps. */
  void stepFinished(StepRun run);
}
