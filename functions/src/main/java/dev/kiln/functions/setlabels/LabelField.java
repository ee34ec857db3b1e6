package dev.kiln.functions.setlabels;

import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Resource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place of labels in items of a kind: a map under each owner. An owner is the item itself, one of
 * its templates or an entry of one of its lists.
 *
 * @param owner the path to the owners; null for the item itself
 * @param above a path on the way to the owners, shared by several fields: if it leads nowhere in an
 *     item, none of them is there; null if there is no such path
 * @param map the keys from the owner to its labels
 * @param create whether to set every label; if not, only the labels that the map already has
 */
record LabelField(
    @Nullable FieldSpecPath owner,
    @Nullable FieldSpecPath above,
    List<String> map,
    boolean create) {
  private static final LabelField METADATA = setAll("", "metadata", "labels");
  private static final LabelField SELECTOR = setAll("", "spec", "selector");
  private static final LabelField MATCH_LABELS = setAll("", "spec", "selector", "matchLabels");
  private static final LabelField EXISTING_MATCH_LABELS =
      setExisting("", "spec", "selector", "matchLabels");

  private static final List<LabelField> PLAIN = List.of(METADATA);
  private static final List<LabelField> SERVICE = List.of(METADATA, SELECTOR);

  /**
   * The fields of kinds with a pod template. They are in a class of their own, so that a short run
   * over lists without such kinds does not parse these paths.
   */
  private static final class Workloads {
    private static final List<LabelField> POD_TEMPLATE = podTemplate("spec/template");
    private static final List<LabelField> CONTROLLER =
        concat(List.of(METADATA, SELECTOR), POD_TEMPLATE);
    private static final List<LabelField> WORKLOAD =
        concat(List.of(METADATA, MATCH_LABELS), POD_TEMPLATE);
    private static final List<LabelField> STATEFUL_SET =
        concat(
            WORKLOAD,
            List.of(
                setAll("spec/volumeClaimTemplates", "metadata", "labels"),
                // not a Kubernetes field, but the function that this one replaces counts it
                setExisting("spec/volumeClaimTemplates", "selector", "matchLabels")));
    private static final List<LabelField> JOB =
        concat(List.of(METADATA, EXISTING_MATCH_LABELS), POD_TEMPLATE);
    private static final List<LabelField> CRON_JOB =
        concat(
            List.of(
                METADATA,
                setAll("spec/jobTemplate", "metadata", "labels"),
                setExisting("spec/jobTemplate/spec", "selector", "matchLabels")),
            podTemplate("spec/jobTemplate/spec/template"));
  }

  private static final List<LabelField> DISRUPTION_BUDGET =
      List.of(METADATA, EXISTING_MATCH_LABELS);
  private static final List<LabelField> NETWORK_POLICY =
      List.of(
          METADATA,
          setExisting("", "spec", "podSelector", "matchLabels"),
          setExisting("spec/ingress/from", "podSelector", "matchLabels"),
          setExisting("spec/egress/to", "podSelector", "matchLabels"));

  /** Returns the fields of an item, by its kind and group. */
  static List<LabelField> of(Resource item) {
    return switch (item.kind()) {
      case "Service" -> isInGroup("", item) ? SERVICE : PLAIN;
      case "ReplicationController" -> isInGroup("", item) ? Workloads.CONTROLLER : PLAIN;
      case "Deployment", "ReplicaSet", "DaemonSet" -> Workloads.WORKLOAD;
      case "StatefulSet" -> isInGroup("apps", item) ? Workloads.STATEFUL_SET : PLAIN;
      case "Job" -> isInGroup("batch", item) ? Workloads.JOB : PLAIN;
      case "CronJob" -> isInGroup("batch", item) ? Workloads.CRON_JOB : PLAIN;
      case "PodDisruptionBudget" -> isInGroup("policy", item) ? DISRUPTION_BUDGET : PLAIN;
      case "NetworkPolicy" -> isInGroup("networking.k8s.io", item) ? NETWORK_POLICY : PLAIN;
      default -> PLAIN;
    };
  }

  private static boolean isInGroup(String group, Resource item) {
    return item.group().isEmpty() || item.group().equals(group);
  }

  private static List<LabelField> podTemplate(String template) {
    String spec = template + "/spec/";
    String affinity = spec + "affinity";
    FieldSpecPath above = FieldSpecPath.of(affinity);
    return List.of(
        setAll(template, "metadata", "labels"),
        setExisting(spec + "topologySpreadConstraints", "labelSelector", "matchLabels"),
        affinity(
            affinity
                + "/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm",
            above),
        affinity(affinity + "/podAffinity/requiredDuringSchedulingIgnoredDuringExecution", above),
        affinity(
            affinity
                + "/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm",
            above),
        affinity(
            affinity + "/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution", above));
  }

  private static LabelField affinity(String owner, FieldSpecPath above) {
    return new LabelField(ownerPath(owner), above, List.of("labelSelector", "matchLabels"), false);
  }

  private static LabelField setAll(String owner, String... map) {
    return new LabelField(ownerPath(owner), null, List.of(map), true);
  }

  private static LabelField setExisting(String owner, String... map) {
    return new LabelField(ownerPath(owner), null, List.of(map), false);
  }

  private static @Nullable FieldSpecPath ownerPath(String owner) {
    return owner.isEmpty() ? null : FieldSpecPath.of(owner);
  }

  private static List<LabelField> concat(List<LabelField> some, List<LabelField> others) {
    var all = new ArrayList<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }
}
