package dev.kiln.net;

/** An address that cannot be meant or cannot be had. The message is one line for its writer. */
public final class BadAddress extends RuntimeException {
  BadAddress(String address, String problem) {
    super(("\"" + address + "\": " + problem).replaceAll("\\p{Cntrl}", "?"));
  }

  BadAddress(Address address, String problem) {
    this(address.toString(), problem);
  }
}
