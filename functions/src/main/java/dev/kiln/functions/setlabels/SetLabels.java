package dev.kiln.functions.setlabels;

import dev.kiln.functions.conventions.KubernetesNames;
import dev.kiln.functions.conventions.LocalConfig;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.ConfigMapData;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sets labels on every item, and in the selectors and templates that must agree with them.
 *
 * @param labels the labels to set, by key
 */
public record SetLabels(@ConfigMapData Map<String, String> labels) implements KrmFunction {
  /** Sorts the labels by key; new labels are written in this order. */
  public SetLabels {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** Creates the function for one call. */
  public static SetLabels of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput("", "missing", "a ConfigMap or a SetLabels with the labels to set");
    }
    return config.bind(SetLabels.class);
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    if (areAllLocal(in.items())) {
      call.info("no input resources");
      return in;
    }
    if (labels.isEmpty()) {
      call.warn("no `labels` arguments are given in FunctionConfig");
      return in;
    }
    warnAboutInvalidLabels(call);
    var labeller = new LabelSetter(labels, call);
    ResourceList out =
        in.mapItems(item -> LocalConfig.isLocalConfig(item) ? item : labeller.label(item));
    call.info("set " + labeller.count() + " labels in total");
    return out;
  }

  private static boolean areAllLocal(List<Resource> items) {
    for (Resource item : items) {
      if (!LocalConfig.isLocalConfig(item)) {
        return false;
      }
    }
    return true;
  }

  private void warnAboutInvalidLabels(Call call) {
    for (var label : labels.entrySet()) {
      String key = label.getKey();
      String value = label.getValue();
      if (!KubernetesNames.isQualifiedName(key)) {
        call.warn(
            "the API server will refuse the label key \""
                + key
                + "\" (expected: at most 63 letters, digits, '-', '_' and '.' after an optional DNS name and '/')");
      }
      if (!KubernetesNames.isLabelValue(value)) {
        call.warn(
            "the API server will refuse the value \""
                + value
                + "\" of the label "
                + key
                + " (expected: at most 63 letters, digits, '-', '_' and '.')");
      }
    }
  }
}
