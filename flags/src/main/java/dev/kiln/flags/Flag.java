package dev.kiln.flags;

/**
 * A flag, which takes a value unless it is a switch. Flags are compared by identity: the equality
 * of a record is generated at run time, which takes a v1 program longer than reading its command
 * line.
 */
public final class Flag {
  private final String name;
  private final String shortName;
  private final String value;
  private final String variable;
  private final String help;

  /**
   * A flag.
   *
   * @param name as it is written, {@code --http-addr}
   * @param shortName a second spelling, {@code -o}; empty if there is none
   * @param value what stands for the value in the help, {@code ADDRESS}; empty for a switch
   * @param variable read where the flag is not given; empty if there is none
   * @param help what it is for, a line
   */
  public Flag(String name, String shortName, String value, String variable, String help) {
    this.name = name;
    this.shortName = shortName;
    this.value = value;
    this.variable = variable;
    this.help = help;
  }

  /** A flag with a variable. */
  public static Flag of(String name, String value, String variable, String help) {
    return new Flag(name, "", value, variable, help);
  }

  /** A flag that is given or not; {@code --name=false} takes it back. */
  public static Flag asSwitch(String name, String help) {
    return new Flag(name, "", "", "", help);
  }

  public String name() {
    return name;
  }

  boolean isSwitch() {
    return value.isEmpty();
  }

  String shortName() {
    return shortName;
  }

  String value() {
    return value;
  }

  public String variable() {
    return variable;
  }

  String help() {
    return help;
  }

  boolean hasName(String text) {
    return text.equals(name) || (!shortName.isEmpty() && text.equals(shortName));
  }
}
