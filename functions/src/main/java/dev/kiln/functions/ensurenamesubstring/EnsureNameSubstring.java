package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.FieldSpec;
import dev.kiln.functions.conventions.IdentityCollisions;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Default;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds a prefix or a suffix to the names that do not contain it yet, and updates references to
 * them.
 *
 * @param affix the text that every name must contain
 * @param nameFields fields that hold names, in addition to the names of the items
 */
public record EnsureNameSubstring(Affix affix, List<FieldSpec> nameFields) implements KrmFunction {
  /** Copies the fields. */
  public EnsureNameSubstring {
    nameFields = List.copyOf(nameFields);
  }

  /** The settings in a ConfigMap. */
  record Data(@Nullable String prepend, @Nullable String append) {
    Data {
      if ((prepend == null) == (append == null)) {
        throw new BadInput("", prepend == null ? "no entry" : "two entries", "prepend or append");
      }
      if (prepend != null) {
        requireNotEmpty(prepend, "prepend");
      }
      if (append != null) {
        requireNotEmpty(append, "append");
      }
    }

    EnsureNameSubstring toFunction() {
      Affix affix =
          prepend == null
              ? new Affix(Affix.Mode.APPEND, Objects.requireNonNull(append))
              : new Affix(Affix.Mode.PREPEND, prepend);
      return new EnsureNameSubstring(affix, List.of());
    }
  }

  /** The settings in an EnsureNameSubstring; {@code fieldSpecs} is an old name. */
  record Settings(
      String substring,
      @Default("prepend") Affix.Mode editMode,
      List<FieldSpec> additionalNameFields,
      List<FieldSpec> fieldSpecs) {
    Settings {
      requireNotEmpty(substring, "substring");
      additionalNameFields =
          FieldSpec.underEitherName("additionalNameFields", additionalNameFields, fieldSpecs);
    }

    EnsureNameSubstring toFunction() {
      return new EnsureNameSubstring(new Affix(editMode, substring), additionalNameFields);
    }
  }

  /** Creates the function for one call. */
  public static EnsureNameSubstring of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput("", "missing", "a ConfigMap or an EnsureNameSubstring with a substring");
    }
    return config.isConfigMap()
        ? config.bind(Data.class).toFunction()
        : config.bind(Settings.class).toFunction();
  }

  private static void requireNotEmpty(String substring, String field) {
    BadInput.unless(!substring.isEmpty(), field, null, "the text that names are to contain");
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    var renamer = new ItemRenamer(RenamedItems.of(in.items(), affix), nameFields, call);
    ResourceList out = in.mapItems(renamer::rename);
    return IdentityCollisions.report(in.items(), out.items(), "metadata.name", call) ? in : out;
  }
}
