package dev.kiln.bench.load;

/** The servers and doors that are measured. */
enum Peer {
  KILN_HTTP("kiln, HTTP"),
  KILN_GRPC("kiln, gRPC"),
  ECHO_HTTP("Netty echo, HTTP"),
  ECHO_GRPC("grpc-java echo, gRPC"),
  GO("Go with kyaml, HTTP");

  private final String label;

  Peer(String label) {
    this.label = label;
  }

  boolean isGrpc() {
    return this == KILN_GRPC || this == ECHO_GRPC;
  }

  @Override
  public String toString() {
    return label;
  }
}
