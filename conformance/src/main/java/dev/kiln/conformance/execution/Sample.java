package dev.kiln.conformance.execution;

import dev.kiln.conformance.cases.Cases;
import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Format;
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
public record Sample(ListText list, String config, Optional<Value> definition, boolean isKit) {
  private static final String KIT =
      "{\"apiVersion\":\"conformance.kiln.dev/v1alpha1\",\"kind\":\"Kit\","
          + "\"metadata\":{\"name\":\"kit\"},\"spec\":";
  private static final Pattern REPEAT = Pattern.compile("\\$\\{(.)\\*([0-9]+)}");
  private static final String KIT_SAMPLE = "{\"action\":\"edit\",\"value\":\"sample\"}";

  /** The list that comes with the kit. */
  public static ListText own() {
    return read(Cases.text("sample.yaml"));
  }

  /** For the reference function. */
  public static Sample kit(Optional<Value> definition) {
    return new Sample(own(), kit(KIT_SAMPLE), definition, true);
  }

  /** The reference function's config. */
  public static String kit(String spec) {
    return KIT + spec + "}";
  }

  /** What a case sends. */
  public Ask ask(Value request) throws NotAsked {
    String bytes = request.text("bytes");
    if (!bytes.isEmpty()) {
      return new Ask(HexFormat.of().parseHex(bytes), Format.YAML, Format.YAML);
    }
    String list = repeated(text(request));
    Format format = format(request, "format");
    String sent = format == Format.JSON ? read(list).json() : list;
    return new Ask(sent.getBytes(StandardCharsets.UTF_8), format, format(request, "accept"));
  }

  /** With what is to be long written out: {@code ${x*8000}}. */
  public static String repeated(String text) {
    return REPEAT
        .matcher(text)
        .replaceAll(match -> match.group(1).repeat(Integer.parseInt(match.group(2))));
  }

  private static Format format(Value request, String key) {
    return request.text(key).equals("json") ? Format.JSON : Format.YAML;
  }

  private String text(Value request) throws NotAsked {
    String word = request.text("list");
    Optional<ListText> base =
        switch (word) {
          case "", "sample" -> Optional.of(list);
          case "probed" -> Optional.of(probed());
          case "many" -> Optional.of(many(Integer.parseInt(request.text("items"))));
          default -> Optional.empty();
        };
    if (base.isEmpty() && request.find("spec").isEmpty()) {
      return word.replace(
          "${config}", anyConfig().isEmpty() ? "" : "functionConfig: " + anyConfig());
    }
    ListText made = configured(base.orElseGet(() -> read(word)), request);
    String version = request.text("version");
    return version.isEmpty() ? made.text() : made.withVersion(version).text();
  }

  /** That of the list if there is no other. */
  private String anyConfig() {
    return config.isEmpty()
        ? list.document().root().find("functionConfig").map(Json::of).orElse("")
        : config;
  }

  private ListText configured(ListText made, Value request) {
    Optional<Value> spec = request.find("spec");
    if (spec.isPresent()) {
      return made.withConfig(kit(Json.of(spec.get())));
    }
    return config.isEmpty() ? made : made.withConfig(config);
  }

  /** With items of the kit's own before the others, which most functions leave alone. */
  private ListText probed() throws NotAsked {
    try {
      return list.withItems(Cases.text("probes.yaml"));
    } catch (Unreadable e) {
      throw new NotAsked("nothing can be put into the sample list: " + e.getMessage());
    }
  }

  private static ListText many(int items) {
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
    return read(text.toString());
  }

  /** A list of the kit's own, or of a case. */
  public static ListText read(String text) {
    try {
      return new ListText(Document.of(text));
    } catch (Unreadable e) {
      throw new IllegalStateException(e.getMessage() + " in:\n" + text, e);
    }
  }
}
