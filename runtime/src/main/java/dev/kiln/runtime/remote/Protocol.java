package dev.kiln.runtime.remote;

/** The protocol of a v2 server. */
public enum Protocol {
  HTTP("KRM_FUNCTION_HTTP_ADDRESS"),
  GRPC("KRM_FUNCTION_GRPC_ADDRESS");

  private final String variable;

  Protocol(String variable) {
    this.variable = variable;
  }

  /** The environment variable that tells a v2 program to listen, and where. */
  public String variable() {
    return variable;
  }
}
