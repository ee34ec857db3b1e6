package dev.kiln.server.net;

import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;

/** Tells in one line why a listener did not get its address. */
final class BindFailure {
  static final String UNKNOWN_HOST = "unknown host";
  private static final int FIRST_FREE_PORT = 1024;

  private BindFailure() {}

  static String why(Throwable failure, Address address) {
    Throwable root = root(failure);
    return root instanceof BadAddress
        ? words(root) // it names the address
        : "\"" + address + "\": " + problem(root, address);
  }

  private static String problem(Throwable root, Address address) {
    if (root instanceof UnresolvedAddressException || root instanceof UnknownHostException) {
      return UNKNOWN_HOST;
    }
    String said = words(root);
    return said + hint(said, address);
  }

  /** What the system said, as part of a sentence. */
  static String words(Throwable failure) {
    String said = failure.getMessage();
    if (said == null || said.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    String line = said.replaceAll("\\p{Cntrl}+", " ");
    return line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }

  private static String hint(String said, Address address) {
    return switch (said) {
      case "address already in use" -> ", another program listens there";
      case "cannot assign requested address" -> ", no interface of this machine has it";
      case "permission denied" -> isPrivileged(address) ? ", ports below 1024 are privileged" : "";
      default -> "";
    };
  }

  private static boolean isPrivileged(Address address) {
    return address instanceof Address.Tcp(_, int port) && port < FIRST_FREE_PORT;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
