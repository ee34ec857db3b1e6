package dev.kiln.runtime.kind;

import dev.kiln.yaml.Yaml;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The flag that names a function of one kind on a command line.
 *
 * @param name as it is written, {@code --exec}
 * @param value the placeholder for its value in the help, {@code COMMAND}
 * @param help what it is for, one line
 * @param naming how a host reads the name of the function
 * @param example a value with a name, for messages of a host
 * @param reader makes the spec; rejects a text with an {@link IllegalArgumentException}
 */
public record FlagForm<S extends FunctionSpec>(
    String name,
    String value,
    String help,
    Naming naming,
    String example,
    Function<String, S> reader) {
  /** Whether and how a host's flag has a name before the value. */
  public enum Naming {
    /** {@code NAME=VALUE}. */
    REQUIRED,
    /** {@code NAME=VALUE}, or the value alone, which is then the name as well. */
    OPTIONAL,
    /** {@code NAME=VALUE,VALUE}. */
    BEFORE_LIST
  }

  /** The value of a flag is invalid. The code that reads the flag adds its name. */
  public static final class BadValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public BadValueException(String expected) {
      super(expected);
    }

    /** The valid values. */
    public String expected() {
      return String.valueOf(getMessage());
    }
  }

  /** The flag of a kind whose form begins with a text, or with a map that begins with one. */
  static <S extends FunctionSpec> Optional<FlagForm<S>> of(
      FunctionKind<S> kind, DeclarationForm<S> form) {
    Field field = form.field();
    boolean isMap = field.type() == Field.Type.MAP && !field.fields().isEmpty();
    Field main = isMap ? field.fields().getFirst() : field;
    if (main.type() != Field.Type.TEXT) {
      return Optional.empty();
    }
    String value = main.name().toUpperCase(Locale.ROOT);
    String help =
        field.description().isEmpty() ? "a function of kind " + kind.name() : field.description();
    return Optional.of(
        new FlagForm<>(
            "--" + kind.name(),
            value,
            help,
            Naming.REQUIRED,
            "NAME=" + value,
            text -> read(form, isMap, main, text)));
  }

  private static <S extends FunctionSpec> S read(
      DeclarationForm<S> form, boolean isMap, Field main, String text) {
    Object value = isMap ? Map.of(main.name(), text) : text;
    var node = Yaml.of(Map.of(form.field().name(), value));
    String flag = "--" + form.field().name();
    return form.reader().read(Fields.read(flag, node, _ -> flag, List.copyOf(form.fields())));
  }
}
