package dev.kiln.conformance.execution;

/** What went to and fro last. */
public final class Notes {
  private String sent = "";
  private String came = "";

  public void add(String sent, String came) {
    this.sent = sent;
    this.came = came;
  }

  public String sent() {
    return sent;
  }

  public String came() {
    return came;
  }
}
