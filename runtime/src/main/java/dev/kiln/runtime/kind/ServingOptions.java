package dev.kiln.runtime.kind;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How to communicate with a program or an image.
 *
 * @param serves the protocol; empty if the program or image itself declares it
 * @param onPort whether a server listens on a port of this machine, not on a socket
 * @param idempotent whether a call that may have run may be repeated
 */
public record ServingOptions(Optional<Serves> serves, boolean onPort, boolean idempotent) {
  /** The options of nearly all programs and images. */
  public static final ServingOptions DEFAULT = new ServingOptions(Optional.empty(), false, false);

  /** The protocol of a function. */
  public enum Serves {
    /** One list on stdin; the program starts ahead of each call. */
    STDIN,
    /** Lists over HTTP; the program starts once. */
    HTTP,
    /** Lists over gRPC; the program starts once. */
    GRPC
  }

  /** The fields of a declaration with these options. */
  public static final List<Field> FIELDS =
      List.of(
          Field.word("serves", "stdin", "http", "grpc"),
          Field.word("listens", "socket", "port"),
          Field.flag("idempotent"));

  /** Reads the options of a declaration. */
  public static ServingOptions read(Fields declaration) {
    return new ServingOptions(
        declaration.find("serves").map(text -> Serves.valueOf(text.toUpperCase(Locale.ROOT))),
        declaration.text("listens").equals("port"),
        declaration.flag("idempotent"));
  }
}
