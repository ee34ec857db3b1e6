package dev.kiln.sdk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A finding of a function, for a person or a tool to read.
 *
 * <pre>{@code
 * Result.warning("the image has no tag").on(item).at("spec.image", "nginx", "nginx:1.27")
 * }</pre>
 *
 * @param tags free for tools to use; shown in this order
 */
public record Result(
    Severity severity,
    String message,
    @Nullable ResourceRef resourceRef,
    @Nullable Field field,
    @Nullable FileRef file,
    Map<String, String> tags) {

  public Result {
    if (field != null && resourceRef == null) {
      throw new IllegalArgumentException(
          "result \""
              + message
              + "\" has field "
              + field.path()
              + " of no resource: first on(item), then at(path)");
    }
    message = SurrogateRepair.repair(message);
    tags = tags.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }

  /** A result that makes the call fail. */
  public static Result error(String message) {
    return of(Severity.ERROR, message);
  }

  public static Result warning(String message) {
    return of(Severity.WARNING, message);
  }

  public static Result info(String message) {
    return of(Severity.INFO, message);
  }

  private static Result of(Severity severity, String message) {
    return new Result(severity, message, null, null, null, Map.of());
  }

  /**
   * Says that the result is about {@code item}: fills in the item's identity and the file it came
   * from. An item without apiVersion or kind cannot be referenced, so its result has only the file.
   */
  public Result on(Resource item) {
    FileRef from = FileRef.of(item).orElse(null);
    return new Result(severity, message, ResourceRef.find(item).orElse(null), field, from, tags);
  }

  /**
   * Says that the result is about one field of the resource. A field needs a resourceRef, so in a
   * result without one the path becomes the tag {@code field}.
   */
  public Result at(String path) {
    return at(new Field(path, null, List.of()));
  }

  /**
   * Says that the result is about one field of the resource, as {@link #at(String)}.
   *
   * @param current the present value: text, number, boolean, list, map or {@code Node}
   * @param proposed values that would be better
   */
  public Result at(String path, @Nullable Object current, Object... proposed) {
    return at(new Field(path, current, Arrays.asList(proposed)));
  }

  private Result at(Field field) {
    if (resourceRef == null) {
      return tag("field", field.path());
    }
    return new Result(severity, message, resourceRef, field, file, tags);
  }

  public Result tag(String key, String value) {
    var more = new LinkedHashMap<>(tags);
    more.put(key, value);
    return new Result(severity, message, resourceRef, field, file, more);
  }

  /**
   * Whether both results say the same about the same resource. Their values may come from different
   * texts.
   */
  boolean hasSameMessageAs(Result other) {
    return severity == other.severity
        && message.equals(other.message)
        && Objects.equals(resourceRef, other.resourceRef);
  }

  /**
   * A field of the resource.
   *
   * @param currentValue null if the field has no value
   * @param proposedValues written as the version of the list allows: all of them, or only the first
   */
  public record Field(String path, @Nullable Object currentValue, List<Object> proposedValues) {
    public Field {
      proposedValues =
          proposedValues.isEmpty()
              ? List.of()
              : Collections.unmodifiableList(new ArrayList<>(proposedValues));
    }
  }
}
