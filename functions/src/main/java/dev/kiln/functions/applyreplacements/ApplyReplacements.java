package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FailedItem;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies a value from one resource into fields of other resources. Each replacement sees the
 * results of those before it.
 */
public record ApplyReplacements(List<Replacement> replacements) implements KrmFunction {
  public ApplyReplacements {
    replacements = List.copyOf(replacements);
  }

  public static ApplyReplacements of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput("", "missing", "an ApplyReplacements");
    }
    return config.bind(ApplyReplacements.class);
  }

  /** Applies all replacements, or none if one of them fails. */
  @Override
  public ResourceList apply(ResourceList in, Call call) {
    var warnings = new ArrayList<Result>();
    ResourceList out;
    try {
      var items = new EditedItems(in);
      for (Replacement replacement : replacements) {
        replacement.apply(items, warnings);
      }
      out = items.written();
    } catch (ReplacementException e) {
      call.error(e.reason());
      return in;
    } catch (FailedItem e) {
      if (e.getCause() instanceof ReplacementException why) {
        call.error(e.item(), why.reason());
        return in;
      }
      throw e;
    }
    warnings.forEach(call::result);
    return out;
  }
}
