package dev.kiln.conformance.execution;

/** The last request and its answer, for the report of a failed case. */
public final class LastExchange {
  private String sent = "";
  private String received = "";

  public void set(String sent, String came) {
    this.sent = sent;
    this.received = came;
  }

  public String sent() {
    return sent;
  }

  public String received() {
    return received;
  }
}
