package dev.kiln.bench.load.servers;

import java.util.Locale;

/** Where a server can be asked; its lower-case name begins the line that tells the address. */
public enum Door {
  HTTP,
  GRPC,
  ADMIN;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
