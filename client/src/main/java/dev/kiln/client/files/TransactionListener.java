package dev.kiln.client.files;

/** Observes the steps of a transaction, so that tests can end a process at each of them. */
interface TransactionListener {
  String LOCKED = "locked";
  String STAGED = "staged";
  String CHECKED = "checked";
  String JOURNALLED = "journalled";
  String TAKEN = "taken";
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
