package dev.kiln.cli.fn;

import dev.kiln.client.steps.Pairs;
import dev.kiln.client.steps.ResourceSelector;
import dev.kiln.client.steps.Selection;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;

/** The selectors of a command line. */
record SelectorFlags(FlagValues values) {
  Selection read() {
    return new Selection(
        new ResourceSelector(
            text(RunFlags.API_VERSION),
            text(RunFlags.KIND),
            text(RunFlags.NAME),
            text(RunFlags.NAMESPACE),
            Pairs.labels(RunFlags.LABELS.name(), values.all(RunFlags.LABELS)),
            Pairs.annotations(RunFlags.ANNOTATIONS.name(), values.all(RunFlags.ANNOTATIONS))),
        new ResourceSelector(
            text(RunFlags.NOT_API_VERSION),
            text(RunFlags.NOT_KIND),
            text(RunFlags.NOT_NAME),
            text(RunFlags.NOT_NAMESPACE),
            Pairs.labels(RunFlags.NOT_LABELS.name(), values.all(RunFlags.NOT_LABELS)),
            Pairs.annotations(
                RunFlags.NOT_ANNOTATIONS.name(), values.all(RunFlags.NOT_ANNOTATIONS))));
  }

  private String text(Flag flag) {
    return values.find(flag).map(FlagValues.Given::value).orElse("");
  }
}
