package dev.kiln.client.files;

/** Hears how far a transaction is; so tests can end a process at each of its steps. */
interface TransactionListener {
  String LOCKED = "locked";
  String STAGED = "staged";
  String CHECKED = "checked";
  String JOURNALLED = "journalled";
  String PLACED = "placed";
  String TAKEN_BACK = "taken back";
  String DONE = "done";
  String FORGOTTEN = "forgotten";

  TransactionListener NONE = (_, _) -> {};

  /**
   * Called when a step was done.
   *
   * @param number of the file, where there are several
   */
  void reached(String stage, int number);
}
