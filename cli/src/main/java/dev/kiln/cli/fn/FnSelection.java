package dev.kiln.cli.fn;

import dev.kiln.client.steps.Pairs;
import dev.kiln.client.steps.ResourceSelector;
import dev.kiln.client.steps.Selection;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;

/** The selectors of a command line. */
record FnSelection(FlagValues values) {
  Selection read() {
    return new Selection(
        new ResourceSelector(
            text(FnFlags.API_VERSION),
            text(FnFlags.KIND),
            text(FnFlags.NAME),
            text(FnFlags.NAMESPACE),
            Pairs.labels(FnFlags.LABELS.name(), values.all(FnFlags.LABELS)),
            Pairs.annotations(FnFlags.ANNOTATIONS.name(), values.all(FnFlags.ANNOTATIONS))),
        new ResourceSelector(
            text(FnFlags.NOT_API_VERSION),
            text(FnFlags.NOT_KIND),
            text(FnFlags.NOT_NAME),
            text(FnFlags.NOT_NAMESPACE),
            Pairs.labels(FnFlags.NOT_LABELS.name(), values.all(FnFlags.NOT_LABELS)),
            Pairs.annotations(
                FnFlags.NOT_ANNOTATIONS.name(), values.all(FnFlags.NOT_ANNOTATIONS))));
  }

  private String text(Flag flag) {
    return values.find(flag).map(FlagValues.Given::value).orElse("");
  }
}
