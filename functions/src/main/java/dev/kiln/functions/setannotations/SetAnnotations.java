package dev.kiln.functions.setannotations;

import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldSpec;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Sets annotations on every item and on the templates inside it.
 *
 * @param annotations the annotations to set, by key
 * @param fields where to set them, in addition to the usual places
 */
public record SetAnnotations(SortedMap<String, String> annotations, List<FieldSpec> fields)
    implements KrmFunction {
  private static final List<FieldSpec> DEFAULT_FIELDS =
      List.of(
          new FieldSpec("", "", "", "metadata/annotations", true),
          template("", "v1", "ReplicationController", "spec/template"),
          template("", "", "Deployment", "spec/template"),
          template("", "", "ReplicaSet", "spec/template"),
          template("", "", "DaemonSet", "spec/template"),
          template("", "", "StatefulSet", "spec/template"),
          template("batch", "", "Job", "spec/template"),
          template("batch", "", "CronJob", "spec/jobTemplate"),
          template("batch", "", "CronJob", "spec/jobTemplate/spec/template"));

  /** Copies both. */
  public SetAnnotations {
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
    fields = List.copyOf(fields);
  }

  /**
   * The fields of a SetAnnotations; {@code fieldSpecs} is the old name of {@code
   * additionalAnnotationFields}.
   */
  record Settings(
      Map<String, Node> annotations,
      List<FieldSpec> additionalAnnotationFields,
      List<FieldSpec> fieldSpecs) {
    Settings {
      BadInput.unless(!annotations.isEmpty(), "annotations", null, "the annotations to set");
      additionalAnnotationFields =
          FieldSpec.underEitherName(
              "additionalAnnotationFields", additionalAnnotationFields, fieldSpecs);
    }
  }

  /** Creates the function for one call. */
  public static SetAnnotations of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput(
          "", "missing", "a ConfigMap or a SetAnnotations with the annotations to set");
    }
    if (config.isConfigMap()) {
      BadInput.unless(!config.data().isEmpty(), "data", null, "the annotations to set");
      return new SetAnnotations(new TreeMap<>(config.data()), List.of());
    }
    Settings settings = config.bind(Settings.class);
    return new SetAnnotations(texts(settings.annotations), settings.additionalAnnotationFields);
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    String message = "set annotations: " + JsonObjectText.object(annotations);
    List<FieldSpec.Lookup> all =
        Stream.concat(fields.stream(), DEFAULT_FIELDS.stream()).map(FieldSpec::lookup).toList();
    ResourceList out = in.mapItems(item -> annotate(item, all, message, call));
    if (in.items().isEmpty()) {
      call.info("no annotations applied");
    }
    return out;
  }

  private Resource annotate(Resource item, List<FieldSpec.Lookup> all, String message, Call call) {
    Set<Path> maps = new LinkedHashSet<>();
    for (FieldSpec.Lookup field : all) {
      for (FieldLocation place : field.locate(item, call)) {
        if (acceptsAnnotations(place, item, call)) {
          maps.add(place.path());
        }
      }
    }
    Resource out =
        item.edit(
            edit ->
                maps.forEach(
                    map -> annotations.forEach((key, value) -> edit.set(map.key(key), value))));
    maps.forEach(map -> call.result(Result.info(message).on(item).at(map.toString())));
    return out;
  }

  private static boolean acceptsAnnotations(FieldLocation place, Resource item, Call call) {
    boolean fits = place.isEmpty() || (place.node() != null && place.node().isMap());
    if (!fits) {
      place.reportMismatch("a map of annotations", item, call);
    }
    return fits;
  }

  /**
   * Returns the values as texts. Numbers and booleans keep the form in which they are written,
   * because an annotation is text.
   */
  private static SortedMap<String, String> texts(Map<String, Node> values) {
    var texts = new TreeMap<String, String>();
    values.forEach(
        (key, value) -> {
          BadInput.unless(
              value.isScalar() && !value.isNull(),
              Path.keys("annotations", key).toString(),
              value,
              "a string");
          texts.put(key, value.text());
        });
    return texts;
  }

  private static FieldSpec template(String group, String version, String kind, String owner) {
    return new FieldSpec(group, version, kind, owner + "/metadata/annotations", true);
  }
}
