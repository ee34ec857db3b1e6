package dev.kiln.net;

import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;

/** Explains in one line why a listener could not bind. */
final class BindFailure {
  static final String UNKNOWN_HOST = "unknown host";
  private static final int FIRST_FREE_PORT = 1024;

  private BindFailure() {}

  static String why(Throwable failure, Address address) {
    Throwable root = FailureText.root(failure);
    return root instanceof BadAddress
        ? FailureText.of(root) // it names the address
        : "\"" + address + "\": " + problem(root, address);
  }

  private static String problem(Throwable root, Address address) {
    if (root instanceof UnresolvedAddressException || root instanceof UnknownHostException) {
      return UNKNOWN_HOST;
    }
    String said = FailureText.of(root);
    return said + hint(said, address);
  }

  private static String hint(String message, Address address) {
    return switch (message) {
      case "address already in use" -> ", another program listens there";
      case "cannot assign requested address" -> ", no interface of this machine has it";
      case "permission denied" -> isPrivileged(address) ? ", ports below 1024 are privileged" : "";
      default -> "";
    };
  }

  private static boolean isPrivileged(Address address) {
    return address instanceof Address.Tcp(_, int port) && port < FIRST_FREE_PORT;
  }
}
