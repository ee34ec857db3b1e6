package dev.kiln.runtime;

/** Is notified of functions that go on although they were interrupted. */
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
   * A function goes on after its call has ended.
   *
   * @param all how many functions do so, this one included
   */
  void callStuck(String function, int all);

  /**
   * More functions go on than the host allows. The host should end, because it cannot stop them.
   */
  void limitExceeded(int all);
}
