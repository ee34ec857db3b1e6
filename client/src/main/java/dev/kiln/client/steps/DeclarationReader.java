package dev.kiln.client.steps;

import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;

/** Reads what a declaration says. */
final class DeclarationReader {
  private static final String DEFER_FAILURE = "deferFailure";
  private static final String CONTAINER = "container";
  private static final String EXEC = "exec";
  private static final String STARLARK = "starlark";
  private static final String ENDPOINT = "endpoint";

  private static final String IMAGE = "image";
  private static final String NETWORK = "network";
  private static final String MOUNTS = "mounts";
  private static final String ENVS = "envs";
  private static final String PATH = "path";
  private static final String ARGS = "args";
  private static final String URL = "url";
  private static final String NAME = "name";
  private static final String TYPE = "type";
  private static final String SRC = "src";
  private static final String DST = "dst";
  private static final String RW = "rw";
  private static final String TMPFS = "tmpfs";

  /** One of them says what runs. */
  private static final List<String> FUNCTIONS = List.of(CONTAINER, EXEC, STARLARK, ENDPOINT);

  private static final List<String> ALL =
      List.of(CONTAINER, EXEC, STARLARK, ENDPOINT, DEFER_FAILURE);

  private DeclarationReader() {}

  /**
   * Reads a declaration.
   *
   * @param name what it stands under
   * @throws InvalidDeclarationException if it is none
   */
  static Declared read(String name, Node root, SourceLocator places) {
    var fields = new Fields(name, root, places, ALL);
    List<String> functions = FUNCTIONS.stream().filter(fields::has).toList();
    if (functions.size() != 1) {
      throw functions.isEmpty()
          ? fields.bad("", "no function", String.join(", ", FUNCTIONS))
          : fields.bad(functions.get(1), "beside " + functions.getFirst(), "one of them, not both");
    }
    return new Declared(function(functions.getFirst(), fields), fields.flag(DEFER_FAILURE));
  }

  private static FunctionRef function(String kind, Fields fields) {
    return switch (kind) {
      case CONTAINER -> image(fields.map(CONTAINER, List.of(IMAGE, NETWORK, MOUNTS, ENVS)));
      case EXEC -> exec(fields.map(EXEC, List.of(PATH, ARGS, ENVS)));
      case STARLARK -> starlark(fields.map(STARLARK, List.of(PATH, URL, NAME)));
      default -> endpoint(fields);
    };
  }

  private static FunctionRef image(Fields container) {
    String image = container.requireText(IMAGE, "the name of an image");
    boolean network = network(container);
    List<Mount> mounts = mounts(container);
    List<String> envs = envs(container);
    return container.made(IMAGE, () -> new FunctionRef.Image(image, network, mounts, envs));
  }

  /** In 2020 it was a map. */
  private static boolean network(Fields container) {
    String required = "required";
    return container.isMap(NETWORK)
        ? container.map(NETWORK, List.of(required)).flag(required)
        : container.flag(NETWORK);
  }

  /** One field at a time, so that the one is blamed that is wrong. */
  private static List<Mount> mounts(Fields container) {
    var mounts = new ArrayList<Mount>();
    for (Fields mount : container.maps(MOUNTS, List.of(TYPE, SRC, DST, RW))) {
      String type = mount.has(TYPE) ? mount.requireText(TYPE, "bind, volume, tmpfs") : "bind";
      String source = mount.text(SRC, "a path or a name");
      String target = mount.requireText(DST, "an absolute path");
      boolean writable = mount.flag(RW);
      mount.made(TYPE, () -> new Mount(type, type.equals(TMPFS) ? "" : "any", "/any", false));
      mount.made(DST, () -> new Mount(TMPFS, "", target, false));
      mounts.add(mount.made(SRC, () -> new Mount(type, source, target, writable)));
    }
    return mounts;
  }

  private static FunctionRef exec(Fields exec) {
    var command = new ArrayList<String>();
    command.add(exec.requireText(PATH, "the path of a program"));
    command.addAll(exec.texts(ARGS, "a text"));
    List<String> envs = envs(exec);
    return exec.made(PATH, () -> new FunctionRef.Exec(command, envs));
  }

  private static List<String> envs(Fields fields) {
    List<String> envs = fields.texts(ENVS, "NAME=value, or NAME for the caller's");
    return fields.made(ENVS, () -> Environment.checked(envs));
  }

  private static FunctionRef starlark(Fields starlark) {
    String path = starlark.text(PATH, "the path of a script");
    String url = starlark.text(URL, "the address of a script");
    String name = starlark.text(NAME, "a name");
    return starlark.made("", () -> new FunctionRef.Starlark(path, url, name));
  }

  private static FunctionRef endpoint(Fields fields) {
    String address = fields.requireText(ENDPOINT, "the address of a server");
    return fields.made(ENDPOINT, () -> new FunctionRef.Endpoint(address));
  }
}
