package dev.kiln.cli.fn;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The flags that name a function, one for each kind of function that has such a flag. */
final class FunctionChoice {
  private final FunctionKinds kinds;
  private final List<KindFlag> flags = new ArrayList<>();

  private record KindFlag(FunctionKind<?> kind, FlagForm<?> form, Flag flag) {}

  FunctionChoice(FunctionKinds kinds) {
    this.kinds = kinds;
    for (FunctionKind<?> kind : kinds.all()) {
      FlagForm<?> form = kind.runFlag().orElse(null);
      if (form != null) {
        var flag = Flag.of(form.name(), form.value(), "", form.help());
        flags.add(new KindFlag(kind, form, flag));
      }
    }
  }

  FunctionKinds kinds() {
    return kinds;
  }

  List<Flag> flags() {
    var all = new ArrayList<Flag>();
    for (KindFlag each : flags) {
      all.add(each.flag);
    }
    return all;
  }

  /** The names of these flags, for messages. */
  String names() {
    return flags.stream().map(each -> each.flag.name()).collect(Collectors.joining(", "));
  }

  /** Whether the command line names a function of that class. */
  boolean isGiven(FlagValues values, Class<? extends FunctionSpec> type) {
    for (KindFlag each : flags) {
      if (each.kind.type().equals(type) && values.isGiven(each.flag)) {
        return true;
      }
    }
    return false;
  }

  /** The function that the command line names. */
  Optional<FunctionSpec> function(FlagValues values) {
    KindFlag chosen = null;
    for (KindFlag each : flags) {
      if (values.find(each.flag).isPresent()) {
        if (chosen != null) {
          throw new UsageException(
              chosen.flag.name()
                  + " and "
                  + each.flag.name()
                  + " are both given (expected: one function)");
        }
        chosen = each;
      }
    }
    return chosen == null ? Optional.empty() : Optional.of(read(chosen, values));
  }

  private static FunctionSpec read(KindFlag chosen, FlagValues values) {
    FlagValues.Given given = values.find(chosen.flag).orElseThrow();
    try {
      return chosen.form.reader().apply(given.value());
    } catch (FlagForm.BadValueException e) {
      throw given.invalid(e.expected());
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      throw new InvalidDeclarationException(
          why.startsWith(given.source()) ? why : given.source() + ": " + why);
    }
  }
}
