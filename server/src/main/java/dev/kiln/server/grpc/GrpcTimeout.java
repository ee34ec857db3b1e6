package dev.kiln.server.grpc;

import io.grpc.Metadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how long a caller waits, as gRPC writes it: {@code 250m} for milliseconds. */
final class GrpcTimeout {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern FORM = Pattern.compile("([0-9]{1,8})([HMSmun])");

  private GrpcTimeout() {}

  /** Takes it out of the headers; null if there is none that can be read, which stays. */
  static @Nullable Instant take(Metadata headers) {
    String text = headers.get(HEADER);
    if (text == null) {
      return null;
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    headers.removeAll(HEADER);
    return Instant.now().plus(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
  }

  private static ChronoUnit unit(String letter) {
    return switch (letter) {
      case "H" -> ChronoUnit.HOURS;
      case "M" -> ChronoUnit.MINUTES;
      case "S" -> ChronoUnit.SECONDS;
      case "m" -> ChronoUnit.MILLIS;
      case "u" -> ChronoUnit.MICROS;
      default -> ChronoUnit.NANOS;
    };
  }
}
