package dev.kiln.bench.load.servers;

import java.util.Locale;

/** An interface of a server. Its lower-case name begins the log line with the address. */
public enum Door {
  HTTP,
  GRPC,
  ADMIN;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
