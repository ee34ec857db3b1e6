package dev.kiln.functions.setimage;

import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.stream.Stream;

/**
 * The places of images in items: the containers of a pod, of a pod template, or of the pod template
 * in a job template.
 */
final class ImageFields {
  private static final List<FieldSpecPath> DEFAULT =
      Stream.of("spec", "spec/template/spec").flatMap(ImageFields::containers).toList();
  private static final List<FieldSpecPath> CRON_JOB =
      containers("spec/jobTemplate/spec/template/spec").toList();
  private static final List<FieldSpecPath> POD_TEMPLATE = containers("template/spec").toList();

  private ImageFields() {}

  static List<FieldSpecPath> of(Resource item) {
    return switch (item.kind()) {
      case "CronJob" -> CRON_JOB;
      case "PodTemplate" -> POD_TEMPLATE;
      default -> DEFAULT;
    };
  }

  private static Stream<FieldSpecPath> containers(String pod) {
    return Stream.of("initContainers", "containers", "ephemeralContainers")
        .map(containers -> FieldSpecPath.of(pod + "/" + containers + "[]/image"));
  }
}
