package dev.kiln.conformance.execution;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.ListFormat;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The list and functionConfig that the function in question accepts, and what cases make of it.
 *
 * @param config in JSON; empty if the list has it, or there is none
 * @param definition of the function, if it was given
 * @param isKit whether the function is the reference function
 */
public record Sample(
    EditableListText list, String config, Optional<DocumentValue> definition, boolean isKit) {
  private static final String KIT =
      "{\"apiVersion\":\"conformance.kiln.dev/v1alpha1\",\"kind\":\"Kit\","
          + "\"metadata\":{\"name\":\"kit\"},\"spec\":";
  private static final Pattern REPEAT = Pattern.compile("\\$\\{(.)\\*([0-9]+)}");
  private static final String KIT_SAMPLE = "{\"action\":\"edit\",\"value\":\"sample\"}";

  /** The list that comes with the kit. */
  public static EditableListText kitList() {
    return read(CaseCatalog.text("sample.yaml"));
  }

  /** For the reference function. */
  public static Sample kit(Optional<DocumentValue> definition) {
    return new Sample(kitList(), kit(KIT_SAMPLE), definition, true);
  }

  /** The reference function's config. */
  public static String kit(String spec) {
    return KIT + spec + "}";
  }

  /** What a case sends. */
  public FunctionRequest requestFor(DocumentValue request) throws CaseSkippedException {
    String bytes = request.text("bytes");
    if (!bytes.isEmpty()) {
      return new FunctionRequest(HexFormat.of().parseHex(bytes), ListFormat.YAML, ListFormat.YAML);
    }
    String list = repeated(text(request));
    ListFormat format = format(request, "format");
    String sent = format == ListFormat.JSON ? read(list).json() : list;
    return new FunctionRequest(
        sent.getBytes(StandardCharsets.UTF_8), format, format(request, "accept"));
  }

  /** With what is to be long written out: {@code ${x*8000}}. */
  public static String repeated(String text) {
    return REPEAT
        .matcher(text)
        .replaceAll(match -> match.group(1).repeat(Integer.parseInt(match.group(2))));
  }

  private static ListFormat format(DocumentValue request, String key) {
    return request.text(key).equals("json") ? ListFormat.JSON : ListFormat.YAML;
  }

  private String text(DocumentValue request) throws CaseSkippedException {
    String word = request.text("list");
    if (word.equals("many")) {
      return withManyItems(Integer.parseInt(request.text("items")), config(request));
    }
    Optional<EditableListText> base =
        switch (word) {
          case "", "sample" -> Optional.of(list);
          case "probed" -> Optional.of(withProbeItems());
          default -> Optional.empty();
        };
    if (base.isEmpty() && request.find("spec").isEmpty()) {
      return word.replace(
          "${config}", anyConfig().isEmpty() ? "" : "functionConfig: " + anyConfig());
    }
    EditableListText made = configured(base.orElseGet(() -> read(word)), request);
    String version = request.text("version");
    return version.isEmpty() ? made.text() : made.withVersion(version).text();
  }

  /** That of the list if there is no other. */
  private String anyConfig() {
    return config.isEmpty()
        ? list.document().root().find("functionConfig").map(JsonText::of).orElse("")
        : config;
  }

  private EditableListText configured(EditableListText made, DocumentValue request) {
    String own = config(request);
    return own.isEmpty() ? made : made.withConfig(own);
  }

  /** What a case says, or that of the sample. */
  private String config(DocumentValue request) {
    return request.find("spec").map(spec -> kit(JsonText.of(spec))).orElse(config);
  }

  /** With items of the kit's own before the others, which most functions leave alone. */
  private EditableListText withProbeItems() throws CaseSkippedException {
    try {
      return list.withItems(CaseCatalog.text("probes.yaml"));
    } catch (UnreadableDocumentException e) {
      throw new CaseSkippedException("nothing can be put into the sample list: " + e.getMessage());
    }
  }

  /** A large list, which is not read here: that takes seconds. */
  private static String withManyItems(int items, String config) {
    var text =
        new StringBuilder("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n");
    for (int i = 0; i < items; i++) {
      text.append(
          """
          - apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: app-%d # one of many
              namespace: large
              labels: {app: app-%d}
            spec:
              replicas: %d
              template:
                spec:
                  containers:
                  - name: main
                    image: "registry.example/app:%d"
          """
              .formatted(i, i, i % 7, i));
    }
    return config.isEmpty() ? text.toString() : text + "functionConfig: " + config + "\n";
  }

  /** A list of the kit's own, or of a case. */
  public static EditableListText read(String text) {
    try {
      return new EditableListText(YamlDocument.of(text));
    } catch (UnreadableDocumentException e) {
      throw new IllegalStateException(e.getMessage() + " in:\n" + text, e);
    }
  }
}
