package dev.kiln.runtime.containers;

import java.nio.file.Path;
import java.util.List;

/**
 * A mount: a folder, volume or tmpfs that a container sees in addition to its image.
 *
 * @param type {@code bind}, {@code volume} or {@code tmpfs}
 * @param source a path of the host, or a volume's name; empty for a tmpfs
 */
public record Mount(String type, String source, String target, boolean writable) {
  private static final List<String> TYPES = List.of("bind", "volume", "tmpfs");

  /** Rejects values that an engine would misread. */
  public Mount {
    require(TYPES.contains(type), "type", type, String.join(", ", TYPES));
    require(target.startsWith("/"), "target", target, "an absolute path");
    require(
        type.equals("tmpfs") == source.isEmpty(),
        "source",
        source,
        type.equals("tmpfs") ? "none for a tmpfs" : "a path or a name");
    if (type.equals("bind")) {
      source = Path.of(source).toAbsolutePath().normalize().toString();
    }
    require(isPlain(source), "source", source, "a text without commas and quotes");
    require(isPlain(target), "target", target, "a text without commas and quotes");
  }

  /** Whether the container sees something that was there before it. */
  public boolean hasSource() {
    return !source.isEmpty();
  }

  /**
   * Reads the syntax that engines accept after {@code --mount}, and that kustomize uses to declare
   * storage mounts: {@code type=bind,source=/data,target=/data}, read-only unless it ends with
   * {@code ,rw=true}.
   *
   * @throws IllegalArgumentException if the text is not a mount; the message is one line for its
   *     author
   */
  public static Mount parse(String text) {
    String type = "bind";
    String source = "";
    String target = "";
    boolean writable = false;
    for (String field : text.split(",", -1)) {
      int equals = field.indexOf('=');
      String key = equals < 0 ? field : field.substring(0, equals);
      String value = equals < 0 ? "true" : field.substring(equals + 1);
      switch (key) {
        case "type" -> type = value;
        case "source", "src" -> source = value;
        case "target", "dst", "destination" -> target = value;
        case "rw" -> writable = isTrue(key, value);
        case "readonly", "ro" -> writable = !isTrue(key, value);
        default ->
            throw new IllegalArgumentException(
                "mount \"%s\": \"%s\" is not known (expected: type, source, target, rw)"
                    .formatted(text, key));
      }
    }
    return new Mount(type, source, target, writable);
  }

  private static boolean isTrue(String key, String value) {
    require(value.equals("true") || value.equals("false"), key, value, "true or false");
    return value.equals("true");
  }

  private static boolean isPlain(String text) {
    return text.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
  }

  private static void require(boolean fits, String field, String found, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(
          "%s of a mount: \"%s\" (expected: %s)".formatted(field, found, expected));
    }
  }

  /**
   * The option in the form that every engine accepts. It says {@code ro}, because podman accepts
   * {@code readonly} for folders only.
   */
  String option() {
    return "type="
        + type
        + (source.isEmpty() ? "" : ",source=" + source)
        + ",target="
        + target
        + (writable || type.equals("tmpfs") ? "" : ",ro");
  }
}
