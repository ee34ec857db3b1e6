package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.TargetDoor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How a program is started.
 *
 * @param says what it says instead of what it would; empty for that
 * @param isOnStdout whether it says it there
 * @param codes with which codes it ends instead of others
 */
record ProgramStart(
    List<String> arguments,
    Map<String, String> variables,
    String says,
    boolean isOnStdout,
    Map<Integer, Integer> codes) {
  static ProgramStart of(List<String> arguments, Map<String, String> variables) {
    return new ProgramStart(arguments, variables, "", false, Map.of());
  }

  /** The value of a flag; empty if it is not given. */
  String flag(String name) {
    int at = arguments.indexOf(name);
    return at < 0 ? "" : arguments.get(at + 1);
  }

  boolean has(String argument) {
    return arguments.contains(argument);
  }

  String variable(String name) {
    return variables.getOrDefault(name, "");
  }

  /** Whether it is to serve: it has an address. */
  boolean isServer() {
    return Stream.of(TargetDoor.HTTP, TargetDoor.GRPC)
        .anyMatch(
            door ->
                has(ServerAddresses.flag(door))
                    || !variable(ServerAddresses.variable(door)).isEmpty());
  }

  ProgramStart without(String flag) {
    int at = arguments.indexOf(flag);
    var rest = new ArrayList<>(arguments);
    rest.subList(at, at + 2).clear();
    return new ProgramStart(rest, variables, says, isOnStdout, codes);
  }

  ProgramStart and(String... more) {
    var all = new ArrayList<>(arguments);
    Collections.addAll(all, more);
    return new ProgramStart(all, variables, says, isOnStdout, codes);
  }

  /** With another variable; empty for without. */
  ProgramStart with(String variable, String value) {
    var other = new HashMap<>(variables);
    other.put(variable, value);
    return new ProgramStart(arguments, other, says, isOnStdout, codes);
  }

  ProgramStart saying(String line) {
    return new ProgramStart(arguments, variables, line, isOnStdout, codes);
  }

  /** What it says goes to stdout. */
  ProgramStart onStdout() {
    return new ProgramStart(arguments, variables, says, true, codes);
  }

  ProgramStart ending(int code, int instead) {
    return new ProgramStart(arguments, variables, says, isOnStdout, Map.of(code, instead));
  }

  /** The exit code in place of one. */
  int code(int code) {
    return codes.getOrDefault(code, code);
  }
}
