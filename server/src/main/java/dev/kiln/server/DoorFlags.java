package dev.kiln.server;

import dev.kiln.flags.Flag;

/** The flags that say where a host listens, and how. */
public final class DoorFlags {
  public static final Flag HTTP =
      Flag.of(
          "--http-addr",
          "ADDRESS",
          "KRM_FUNCTION_HTTP_ADDRESS",
          "serve HTTP there: host:port, :port for all interfaces, unix:///path.sock");
  public static final Flag GRPC =
      Flag.of("--grpc-addr", "ADDRESS", "KRM_FUNCTION_GRPC_ADDRESS", "serve gRPC there");
  public static final Flag ADMIN =
      Flag.of(
          "--admin-addr",
          "ADDRESS",
          "KRM_FUNCTION_ADMIN_ADDRESS",
          "serve health, metrics and the list of functions there");
  public static final Flag SOCKET_MODE =
      Flag.of(
          "--socket-mode",
          "MODE",
          "KRM_FUNCTION_SOCKET_MODE",
          "who may use a unix socket, in octal; default: 0660");
  public static final Flag TLS_DIR =
      Flag.of(
          "--tls-dir",
          "DIR",
          "KRM_FUNCTION_TLS_DIR",
          "a folder with tls.crt and tls.key, and ca.crt if clients need a certificate; read again"
              + " when it changes");

  private DoorFlags() {}
}
