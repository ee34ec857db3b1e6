package dev.kiln.functions.setimage;

import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldSpec;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Sets the images of containers.
 *
 * @param image the image to replace, and its replacement
 * @param additionalImageFields fields with images, in addition to the usual places
 */
public record SetImage(ImageReplacement image, List<FieldSpec> additionalImageFields)
    implements KrmFunction {
  private static final String DEFINITION = "CustomResourceDefinition";

  /** Copies the fields. */
  public SetImage {
    additionalImageFields = List.copyOf(additionalImageFields);
  }

  /** Creates the function for one call. */
  public static SetImage of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput("", "missing", "a ConfigMap or a SetImage that names an image");
    }
    return config.isConfigMap()
        ? new SetImage(config.bind(ImageReplacement.class), List.of())
        : config.bind(SetImage.class);
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    int[] changed = {0};
    List<FieldSpec.Lookup> more = additionalImageFields.stream().map(FieldSpec::lookup).toList();
    ResourceList out =
        in.mapItems(
            item -> {
              Map<Path, String> images = changedImages(item, more, call);
              changed[0] += images.size();
              return item.edit(edit -> images.forEach(edit::set));
            });
    call.info("summary: updated a total of " + changed[0] + " image(s)");
    return out;
  }

  private Map<Path, String> changedImages(Resource item, List<FieldSpec.Lookup> more, Call call) {
    Map<Path, String> changed = new LinkedHashMap<>();
    if (item.kind().equals(DEFINITION)) {
      return changed;
    }
    Stream.concat(
            ImageFields.of(item).stream().flatMap(field -> field.of(item, call).stream()),
            more.stream().flatMap(field -> field.locate(item, call).stream()))
        .filter(place -> isImage(place, item, call))
        .forEach(
            place -> {
              String old = place.text();
              image
                  .applyTo(old)
                  .filter(now -> !now.equals(old))
                  .ifPresent(now -> changed.put(place.path(), now));
            });
    return changed;
  }

  private static boolean isImage(FieldLocation place, Resource item, Call call) {
    if (!place.isScalar() && !place.isEmpty()) {
      place.reportMismatch("an image", item, call);
    }
    return place.isScalar();
  }
}
