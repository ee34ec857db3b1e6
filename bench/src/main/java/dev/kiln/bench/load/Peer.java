package dev.kiln.bench.load;

import java.util.List;

/** The servers and doors that are measured. */
enum Peer {
  KILN_HTTP("kiln, HTTP"),
  KILN_GRPC("kiln, gRPC"),
  OTHER_HTTP("the other kiln, HTTP"),
  OTHER_GRPC("the other kiln, gRPC"),
  ECHO_HTTP("Netty echo, HTTP"),
  ECHO_GRPC("grpc-java echo, gRPC"),
  GO("Go with kyaml, HTTP");

  /** Our two doors. */
  static final List<Peer> KILN = List.of(KILN_HTTP, KILN_GRPC);

  private final String label;

  Peer(String label) {
    this.label = label;
  }

  boolean isGrpc() {
    return this == KILN_GRPC || this == OTHER_GRPC || this == ECHO_GRPC;
  }

  boolean isKiln() {
    return switch (this) {
      case KILN_HTTP, KILN_GRPC, OTHER_HTTP, OTHER_GRPC -> true;
      case ECHO_HTTP, ECHO_GRPC, GO -> false;
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
