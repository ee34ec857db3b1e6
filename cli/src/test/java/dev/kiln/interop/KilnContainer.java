package dev.kiln.interop;

import dev.kiln.process.HostProcess;
import dev.kiln.yaml.node.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a manifest has the image do. Started here, the program shows whether it knows all of that.
 *
 * @param node the container
 */
record KilnContainer(Node node) {
  /** The container called kiln at a path. */
  static KilnContainer in(Node resource, String path) {
    return new KilnContainer(Deploy.at(resource, path + "[name=kiln]"));
  }

  /** Behind the command, which is to serve. */
  List<String> args() {
    List<String> words = Deploy.at(node, "args").items().stream().map(Node::text).toList();
    if (!words.getFirst().equals("serve")) {
      throw new AssertionError("no server: " + words);
    }
    return words.subList(1, words.size());
  }

  /** What a container's {@code env}, or a job's map of variables, says. */
  static Map<String, String> variables(Node env) {
    var variables = new LinkedHashMap<String, String>();
    env.items()
        .forEach(each -> variables.put(Deploy.text(each, "name"), Deploy.text(each, "value")));
    env.entries().forEach(each -> variables.put(each.name(), each.value().text()));
    return variables;
  }

  /** Starts it on free ports of this machine, with other folders in the place of those it has. */
  HostProcess start(Map<String, String> folders) throws Exception {
    Map<String, String> variables = node.find("env").map(KilnContainer::variables).orElse(Map.of());
    return start(args(), variables, folders);
  }

  /** Starts a host of which this is said, and waits until it listens. */
  static HostProcess start(
      List<String> args, Map<String, String> variables, Map<String, String> folders)
      throws Exception {
    var environment = new LinkedHashMap<String, String>();
    variables.forEach((name, value) -> environment.put(name, here(value, folders)));
    String[] words = args.stream().map(word -> here(word, folders)).toArray(String[]::new);
    HostProcess host = HostProcess.run(environment, words);
    try {
      String said = args + " " + variables;
      for (String door : List.of("http", "grpc", "admin")) {
        if (said.contains(door + "-addr=")
            || said.contains(door.toUpperCase(Locale.ROOT) + "_ADDRESS=")) {
          host.awaitErr(door + ": listening on ");
        }
      }
      return host;
    } catch (Exception | AssertionError e) {
      host.close();
      throw e;
    }
  }

  private static String here(String value, Map<String, String> folders) {
    String moved = value;
    for (var folder : folders.entrySet()) {
      moved = moved.replace(folder.getKey(), folder.getValue());
    }
    return moved.replaceFirst("(?<=^|=):\\d+$", "127.0.0.1:0");
  }
}
