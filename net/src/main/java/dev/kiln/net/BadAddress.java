package dev.kiln.net;

/** An address that is malformed or not available. The message is one line for the user. */
public final class BadAddress extends IllegalArgumentException {
  BadAddress(String address, String problem) {
    super(("\"" + address + "\": " + problem).replaceAll("\\p{Cntrl}", "?"));
  }

  BadAddress(Address address, String problem) {
    this(address.toString(), problem);
  }
}
