package dev.kiln.runtime.remote;

/** What a v2 server speaks. */
public enum Protocol {
  HTTP("KRM_FUNCTION_HTTP_ADDRESS"),
  GRPC("KRM_FUNCTION_GRPC_ADDRESS");

  private final String variable;

  Protocol(String variable) {
    this.variable = variable;
  }

  /** The environment variable that tells a v2 program where to listen, and that it is to. */
  public String variable() {
    return variable;
  }
}
