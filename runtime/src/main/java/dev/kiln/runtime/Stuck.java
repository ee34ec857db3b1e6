package dev.kiln.runtime;

/** Hears of functions that go on though they were told to stop. */
public interface Stuck {
  /** For a process that ends after its one call. */
  Stuck UNHEARD =
      new Stuck() {
        @Override
        public void goesOn(String function, int all) {}

        @Override
        public void tooMany(int all) {}
      };

  /**
   * A function ignores that its call is over.
   *
   * @param all how many do, this one included
   */
  void goesOn(String function, int all);

  /** More of them go on than the host allows; it should end, for it cannot stop them. */
  void tooMany(int all);
}
