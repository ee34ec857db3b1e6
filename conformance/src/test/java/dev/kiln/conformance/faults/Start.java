package dev.kiln.conformance.faults;

import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Ports;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a program is started.
 *
 * @param says what it says instead of what it would; empty for that
 * @param isOnStdout whether it says it there
 * @param codes with which codes it ends instead of others
 */
record Start(
    List<String> arguments,
    Map<String, String> variables,
    String says,
    boolean isOnStdout,
    Map<String, String> codes) {
  static Start of(List<String> arguments, Map<String, String> variables) {
    return new Start(arguments, variables, "", false, Map.of());
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
    return Stream.of(Door.HTTP, Door.GRPC)
        .anyMatch(door -> has(Ports.flag(door)) || !variable(Ports.variable(door)).isEmpty());
  }

  Start without(String flag) {
    int at = arguments.indexOf(flag);
    var rest = new ArrayList<>(arguments);
    rest.subList(at, at + 2).clear();
    return new Start(rest, variables, says, isOnStdout, codes);
  }

  Start and(String... more) {
    var all = new ArrayList<>(arguments);
    Collections.addAll(all, more);
    return new Start(all, variables, says, isOnStdout, codes);
  }

  /** With another variable; empty for without. */
  Start with(String variable, String value) {
    var other = new HashMap<>(variables);
    other.put(variable, value);
    return new Start(arguments, other, says, isOnStdout, codes);
  }

  Start saying(String line) {
    return new Start(arguments, variables, line, isOnStdout, codes);
  }

  /** What it says goes to stdout. */
  Start onStdout() {
    return new Start(arguments, variables, says, true, codes);
  }

  Start ending(String code, String instead) {
    return new Start(arguments, variables, says, isOnStdout, Map.of(code, instead));
  }

  /** As the program that starts it reads it. */
  String json(List<String> command) {
    return "{\"command\":%s,\"variables\":%s,\"says\":%s,\"out\":%b,\"codes\":%s}\n"
        .formatted(
            Stream.concat(command.stream(), arguments.stream())
                .map(Json::quoted)
                .collect(Collectors.joining(",", "[", "]")),
            json(variables),
            Json.quoted(says),
            isOnStdout,
            json(codes));
  }

  private static String json(Map<String, String> map) {
    return new TreeMap<>(map)
        .entrySet().stream()
            .map(each -> Json.quoted(each.getKey()) + ":" + Json.quoted(each.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }
}
