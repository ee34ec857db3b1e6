package dev.kiln.runtime;

/** Hears of functions that go on though they were told to stop. */
public interface StuckCallListener {
  /** For a process that ends after its one call. */
  StuckCallListener IGNORE =
      new StuckCallListener() {
        @Override
        public void callStuck(String function, int all) {}

        @Override
        public void limitExceeded(int all) {}
      };

  /**
   * A function ignores that its call is over.
   *
   * @param all how many do, this one included
   */
  void callStuck(String function, int all);

  /** More of them go on than the host allows; it should end, for it cannot stop them. */
  void limitExceeded(int all);
}
