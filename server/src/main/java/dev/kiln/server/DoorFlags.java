package dev.kiln.server;

import dev.kiln.flags.Flag;

/** The flags that say where a host listens, and how. */
public final class DoorFlags {
  public static final Flag HTTP =
      Flag.of(
          "--http-addr",
          "ADDRESS",
          "KRM_FUNCTION_HTTP_ADDRESS",
          "serve HTTP at this address: host:port, :port for all interfaces, unix:///path.sock");
  public static final Flag GRPC =
      Flag.of("--grpc-addr", "ADDRESS", "KRM_FUNCTION_GRPC_ADDRESS", "serve gRPC at this address");
  public static final Flag ADMIN =
      Flag.of(
          "--admin-addr",
          "ADDRESS",
          "KRM_FUNCTION_ADMIN_ADDRESS",
          "serve health, metrics and the list of functions at this address");
  public static final Flag SOCKET_MODE =
      Flag.of(
          "--socket-mode",
          "MODE",
          "KRM_FUNCTION_SOCKET_MODE",
          "the permissions of unix sockets, in octal; default: 0660");
  public static final Flag TLS_DIR =
      Flag.of(
          "--tls-dir",
          "DIR",
          "KRM_FUNCTION_TLS_DIR",
          "serve TLS with tls.crt and tls.key from this folder, and require client certificates if it"
              + " has ca.crt; changed files are read again");

  public static final Flag ADMIN_TLS =
      Flag.of(
          "--admin-tls",
          "WHETHER",
          "KRM_FUNCTION_ADMIN_TLS",
          "whether the admin address serves TLS as well: on or off; default: off");
  public static final Flag TOKEN_FILE =
      Flag.of(
          "--token-file",
          "FILE",
          "KRM_FUNCTION_TOKEN_FILE",
          "a file with the callers, their tokens and certificates, and the functions that each may use;"
              + " without it, everybody who reaches the host may use all; read again when it changes");
  static final Flag REFLECTION =
      Flag.of(
          "--reflection",
          "WHETHER",
          "KRM_FUNCTION_REFLECTION",
          "whether gRPC clients may ask which services there are: on or off; default: on");

  private DoorFlags() {}
}
