package dev.kiln.conformance.execution;

/** What went to and fro last. */
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
