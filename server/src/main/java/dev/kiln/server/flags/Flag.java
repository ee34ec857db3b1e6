package dev.kiln.server.flags;

/**
 * A flag that takes a value.
 *
 * @param name as it is written, {@code --http-addr}
 * @param shortName a second spelling, {@code -o}; empty if there is none
 * @param value what stands for the value in the help, {@code ADDRESS}
 * @param variable read where the flag is not given; empty if there is none
 * @param help what it is for, a line
 */
public record Flag(String name, String shortName, String value, String variable, String help) {
  /** A flag with a variable. */
  public static Flag of(String name, String value, String variable, String help) {
    return new Flag(name, "", value, variable, help);
  }

  boolean isWritten(String text) {
    return text.equals(name) || (!shortName.isEmpty() && text.equals(shortName));
  }
}
