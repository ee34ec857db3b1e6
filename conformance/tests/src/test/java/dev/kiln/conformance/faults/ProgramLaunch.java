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
 * @param printedLine what it says instead of what it would; empty for that
 * @param isOnStdout whether it says it there
 * @param codes with which codes it ends instead of others
 */
record ProgramLaunch(
    List<String> arguments,
    Map<String, String> variables,
    String printedLine,
    boolean isOnStdout,
    Map<Integer, Integer> codes) {
  static ProgramLaunch of(List<String> arguments, Map<String, String> variables) {
    return new ProgramLaunch(arguments, variables, "", false, Map.of());
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

  ProgramLaunch without(String flag) {
    int at = arguments.indexOf(flag);
    var rest = new ArrayList<>(arguments);
    rest.subList(at, at + 2).clear();
    return new ProgramLaunch(rest, variables, printedLine, isOnStdout, codes);
  }

  ProgramLaunch withArguments(String... more) {
    var all = new ArrayList<>(arguments);
    Collections.addAll(all, more);
    return new ProgramLaunch(all, variables, printedLine, isOnStdout, codes);
  }

  /** With another variable; empty for without. */
  ProgramLaunch withVariable(String variable, String value) {
    var other = new HashMap<>(variables);
    other.put(variable, value);
    return new ProgramLaunch(arguments, other, printedLine, isOnStdout, codes);
  }

  ProgramLaunch withPrintedLine(String line) {
    return new ProgramLaunch(arguments, variables, line, isOnStdout, codes);
  }

  /** What it says goes to stdout. */
  ProgramLaunch onStdout() {
    return new ProgramLaunch(arguments, variables, printedLine, true, codes);
  }

  ProgramLaunch withExitCode(int code, int instead) {
    return new ProgramLaunch(arguments, variables, printedLine, isOnStdout, Map.of(code, instead));
  }

  /** The exit code in place of one. */
  int code(int code) {
    return codes.getOrDefault(code, code);
  }
}
