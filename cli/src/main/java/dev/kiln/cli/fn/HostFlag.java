package dev.kiln.cli.fn;

import dev.kiln.client.ExecutionOptions;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.net.Address.Unix;
import dev.kiln.runtime.remote.ClientToken;
import dev.kiln.runtime.remote.RemoteAddress;

/** The host on which the user wants to run functions. */
final class HostFlag {
  /** The variable with the token that tells the host who calls; a flag would show it to others. */
  private static final String TOKEN = "KILN_TOKEN";

  private HostFlag() {}

  static ExecutionOptions into(ExecutionOptions options, FlagValues.Given given) {
    String from = "the address is that of " + given.source();
    return options
        .withHost(
            given.value(),
            address(given).place() instanceof Unix
                ? from + "; kiln daemon start starts a host of your own"
                : from)
        .withHostToken(token());
  }

  private static ClientToken token() {
    try {
      return ClientToken.of(System.getenv().getOrDefault(TOKEN, ""), TOKEN);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static RemoteAddress address(FlagValues.Given given) {
    try {
      return RemoteAddress.parse(given.value());
    } catch (IllegalArgumentException e) {
      throw new UsageException(given.source() + ": " + e.getMessage()); // the message has the value
    }
  }
}
