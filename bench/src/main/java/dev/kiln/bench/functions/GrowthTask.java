package dev.kiln.bench.functions;

import dev.kiln.functions.applyreplacements.ApplyReplacements;
import dev.kiln.functions.applysetters.ApplySetters;
import dev.kiln.functions.createsetters.CreateSetters;
import dev.kiln.functions.ensurenamesubstring.EnsureNameSubstring;
import dev.kiln.functions.searchreplace.SearchReplace;
import dev.kiln.functions.setannotations.SetAnnotations;
import dev.kiln.functions.setimage.SetImage;
import dev.kiln.functions.setlabels.SetLabels;
import dev.kiln.functions.setnamespace.SetNamespace;
import dev.kiln.functions.upsertresource.UpsertResource;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One function and a list of any size. In its texts, the part between {@code <<} and {@code >>} is
 * repeated for each number below the size, which replaces the {@code %} in it.
 *
 * @param grows what the list has many of
 */
record GrowthTask(
    Class<? extends KrmFunction> type, String grows, String items, String functionConfig) {
  private static final Pattern REPEATED = Pattern.compile("<<(.*?)>>", Pattern.DOTALL);

  private static final String DEPLOYMENT =
      """
      - apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web-%
          namespace: shop
          labels:
            app: web
        spec:
          replicas: 3 # kpt-set: ${replicas}
          template:
            spec:
              containers:
              - name: web
                image: web:1.2.3
                resources:
                  limits:
                    memory: 256Mi
      """;
  private static final String DEPLOYMENTS = "<<" + DEPLOYMENT + ">>";

  private static final String LABELS =
      """
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
          labels:<<
            key-%: value-%>>
      """;

  private static final String SETTERS = LABELS.replace("value-%", "value-% # kpt-set: ${setter-%}");

  private static final String CONTAINERS =
      """
      - apiVersion: v1
        kind: Pod
        metadata:
          name: pod
        spec:
          containers:<<
          - name: c-%
            image: web:%
            ports:
            - containerPort: 80>>
      """;

  private static final String SUBJECTS =
      """
      - apiVersion: v1
        kind: ServiceAccount
        metadata:
          name: robot
          namespace: shop
      - apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata:
          name: robots
        subjects:<<
        - kind: ServiceAccount
          name: robot
          namespace: shop>>
      """;

  private static final String VOLUMES =
      """
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
      - apiVersion: v1
        kind: Pod
        metadata:
          name: pod
        spec:
          volumes:<<
          - name: volume-%
            projected:
              sources:
              - configMap:
                  name: map>>
      """;

  private static final String DEPENDENT =
      """
      <<- apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map-%
          namespace: shop
      >>- apiVersion: v1
        kind: ConfigMap
        metadata:
          name: last
          namespace: shop
          annotations:
            config.kubernetes.io/depends-on: "<</namespaces/shop/ConfigMap/map-%,>>"
      """;

  /** Items of one kind and name in many namespaces, with a reference to it in each of them. */
  private static final String NAMESAKES =
      """
      <<- apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
          namespace: shop-%
      - apiVersion: v1
        kind: Pod
        metadata:
          name: pod
          namespace: shop-%
        spec:
          volumes:
          - configMap:
              name: map
      >>""";

  private static final String LISTS =
      """
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
        data:<<
          key-%: # kpt-set: ${setter-%}
          - list-%>>
      """;

  private static final String MAPS =
      """
      <<- apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map-%
        data:
          a: b
      >>""";

  private static final String LISTED =
      """
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
        data:
          list: []
      """;

  private static final String SHARED =
      """
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
        data:<<
          key-%: &anchor-% value-%
          same-%: *anchor-%>>
      """;

  static final List<GrowthTask> ALL =
      List.of(
          data(SetLabels.class, "items", DEPLOYMENTS, "a: b"),
          data(SetLabels.class, "labels", DEPLOYMENT, "<<key-%: v\n    >>"),
          data(SetLabels.class, "old and new labels", LABELS, "<<key-%: w\n    >>"),
          data(SetLabels.class, "entries of a map", LABELS, "a: b"),
          data(SetAnnotations.class, "items", DEPLOYMENTS, "a: b"),
          data(SetAnnotations.class, "annotations", DEPLOYMENT, "<<key-%: v\n    >>"),
          data(
              SetAnnotations.class,
              "entries of a map",
              LABELS.replace("labels", "annotations"),
              "a: b"),
          of(
              SetAnnotations.class,
              "fields",
              DEPLOYMENT,
              "annotations: {a: b}, additionalAnnotationFields: [<<{path: spec/f%, create: true},>>]"),
          data(SetImage.class, "items", DEPLOYMENTS, "name: web\n    newTag: v2"),
          data(SetImage.class, "containers", CONTAINERS, "name: web\n    newTag: v2"),
          of(
              SetImage.class,
              "fields",
              LABELS.replace("value-%", "web"),
              "image: {name: web, newTag: v2}, additionalImageFields:"
                  + " [<<{path: metadata/labels/key-%},>>]"),
          data(SetNamespace.class, "items", DEPLOYMENTS, "namespace: blue"),
          data(SetNamespace.class, "subjects", SUBJECTS, "namespace: blue"),
          data(SetNamespace.class, "references", DEPENDENT, "namespace: blue"),
          data(EnsureNameSubstring.class, "items", DEPLOYMENTS, "prepend: x-"),
          data(EnsureNameSubstring.class, "items of one name", NAMESAKES, "prepend: x-"),
          data(EnsureNameSubstring.class, "subjects", SUBJECTS, "prepend: x-"),
          data(EnsureNameSubstring.class, "references", DEPENDENT, "prepend: x-"),
          data(EnsureNameSubstring.class, "volumes", VOLUMES, "prepend: x-"),
          of(
              EnsureNameSubstring.class,
              "fields",
              LABELS,
              "substring: x-, additionalNameFields: [<<{path: metadata/labels/key-%},>>]"),
          data(CreateSetters.class, "items", DEPLOYMENTS, "tag: 1.2.3"),
          data(CreateSetters.class, "setters", LABELS, "<<setter-%: value-%\n    >>"),
          data(CreateSetters.class, "setters of lists", LISTS, "<<setter-%: '[list-%]'\n    >>"),
          data(CreateSetters.class, "entries of a map", LABELS, "setter: value"),
          data(ApplySetters.class, "items", DEPLOYMENTS, "replicas: '5'"),
          data(ApplySetters.class, "setters", SETTERS, "<<setter-%: other-%\n    >>"),
          data(
              ApplySetters.class,
              "setters beside others",
              SETTERS.replace("value-%", "value-a").replace("${setter", "${value}-${setter"),
              "value: other\n    <<unused-%: other-%\n    >>"),
          data(ApplySetters.class, "entries of a map", SETTERS, "setter-7: other"),
          data(ApplySetters.class, "setters of lists", LISTS, "<<setter-%: '[other]'\n    >>"),
          data(SearchReplace.class, "items", DEPLOYMENTS, "by-value: 256Mi\n    put-value: 512Mi"),
          data(
              SearchReplace.class,
              "values",
              LABELS,
              "by-value-regex: value-(.*)\n    put-value: other-${1}"),
          data(
              SearchReplace.class,
              "anchors and aliases",
              SHARED,
              "by-value-regex: value-(.*)\n    put-value: other-${1}"),
          data(
              SearchReplace.class,
              "comments and values",
              LABELS,
              "by-path: metadata.labels.*\n    put-value: other\n    put-comment: new"),
          of(
              ApplyReplacements.class,
              "items",
              DEPLOYMENTS,
              "replacements: [{source: {name: web-1, fieldPath: kind}, targets: [{select: {kind:"
                  + " Deployment, labelSelector: 'app in (web, shop)'},"
                  + " fieldPaths: [metadata.labels.app]}]}]"),
          of(
              ApplyReplacements.class,
              "replacements",
              LABELS,
              "replacements: [<<{source: {name: map}, targets: [{select: {name: map},"
                  + " fieldPaths: [metadata.labels.key-%]}]},>>]"),
          of(
              ApplyReplacements.class,
              "fields of a target",
              LABELS,
              "replacements: [{source: {name: map}, targets: [{select: {name: map},"
                  + " fieldPaths: [<<metadata.labels.key-%,>>]}]}]"),
          of(
              ApplyReplacements.class,
              "items and replacements",
              DEPLOYMENTS,
              "replacements: [<<{source: {name: web-%}, targets: [{select: {name: web-%},"
                  + " fieldPaths: [metadata.labels.app]}]},>>]"),
          of(
              ApplyReplacements.class,
              "containers",
              CONTAINERS,
              "replacements: [{source: {kind: Pod}, targets: [{select: {kind: Pod},"
                  + " fieldPaths: ['spec.containers.[name=c].image']}]}]"),
          of(
              ApplyReplacements.class,
              "new items of a list",
              LISTED,
              "replacements: [<<{source: {kind: ConfigMap}, targets: [{select: {kind: ConfigMap},"
                  + " fieldPaths: [data.list.%], options: {create: true}}]},>>]"),
          of(
              ApplyReplacements.class,
              "new maps",
              LISTED,
              "replacements: [<<{source: {kind: ConfigMap}, targets: [{select: {kind: ConfigMap},"
                  + " fieldPaths: [data.map-%.name], options: {create: true}}]},>>]"),
          resources("items", DEPLOYMENTS, "{" + map("map", "") + "}"),
          resources("resources", DEPLOYMENT, "<<{" + map("map-%", "") + "},>>"),
          resources("items and resources", MAPS, "<<{" + map("map-%", "") + "},>>"),
          resources(
              "entries of a map", LABELS, "{" + map("map", ", labels: {<<key-%: other,>>}") + "}"));

  /** A function with a ConfigMap. */
  private static GrowthTask data(
      Class<? extends KrmFunction> type, String grows, String items, String data) {
    String config = "apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: config}\n  data:\n    ";
    return new GrowthTask(type, grows, items, config + data);
  }

  /** A function with a configuration of its own. */
  private static GrowthTask of(
      Class<? extends KrmFunction> type, String grows, String items, String fields) {
    String header =
        "apiVersion: fn.kpt.dev/v1alpha1, kind: %s, metadata: {name: config}, "
            .formatted(type.getSimpleName());
    return new GrowthTask(type, grows, items, "{" + header + fields + "}");
  }

  private static GrowthTask resources(String grows, String items, String resources) {
    return new GrowthTask(
        UpsertResource.class,
        grows,
        items,
        "{apiVersion: v1, kind: List, items: [" + resources + "]}");
  }

  private static String map(String name, String more) {
    return "apiVersion: v1, kind: ConfigMap, metadata: {name: %s%s}, data: {a: c}"
        .formatted(name, more);
  }

  String name() {
    return type.getSimpleName() + " | " + grows;
  }

  /** The tasks whose lists this format can hold, and whose names contain all the texts. */
  static List<GrowthTask> named(List<String> texts, Format format) {
    return ALL.stream()
        .filter(task -> format == Format.YAML || task.fitsJson())
        .filter(task -> texts.stream().allMatch(task.name()::contains))
        .toList();
  }

  /** Whether JSON can hold the list: setters are in comments. */
  boolean fitsJson() {
    return type != CreateSetters.class
        && type != ApplySetters.class
        && !functionConfig.contains("comment");
  }

  byte[] list(int size, Format format) {
    String list =
        "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
            + items
            + "functionConfig:\n  "
            + functionConfig
            + "\n";
    String repeated =
        REPEATED
            .matcher(list)
            .replaceAll(found -> Matcher.quoteReplacement(repeat(found.group(1), size)));
    return ResourceList.parse(repeated).bytes(format);
  }

  /** Runs the function on such a list, from bytes to bytes. */
  void run(byte[] list) {
    ResourceList in = ResourceList.parse(list);
    FunctionRun run =
        FunctionClass.of(type).run(in, in.functionConfig(), Caller.withoutDeadline(System.err));
    if (run.exitCode() != 0 || run.list().bytes().length <= list.length / 2) {
      throw new IllegalStateException(this + " failed: " + run.added().getFirst(), run.thrown());
    }
  }

  private static String repeat(String text, int size) {
    var all = new StringBuilder();
    for (int i = 0; i < size; i++) {
      all.append(text.replace("%", Integer.toString(i)));
    }
    return all.toString();
  }
}
