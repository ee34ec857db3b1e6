package dev.kiln.conformance.targets;

/** How a call ended. */
public enum CallOutcome {
  /** Exit code 0, HTTP 200, gRPC OK without a failure. */
  SUCCESS("success"),
  /** The function ran and said no, or broke: a list may have come with it. */
  FAILURE("failure"),
  /** The call was answered with an error and nothing else. */
  REFUSED("refused"),
  /** No answer came at all. */
  NO_ANSWER("no answer");

  private final String text;

  CallOutcome(String text) {
    this.text = text;
  }

  /** As cases and people say it. */
  public String text() {
    return text;
  }
}
