package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of a list, and everything in the list except the items. It checks that the text is a
 * valid ResourceList.
 */
final class ListEnvelope {
  static final String ITEMS = "items";
  static final String RESULTS = "results";
  static final String FUNCTION_CONFIG = "functionConfig";

  private static final String GROUP = "config.kubernetes.io/";
  private static final Set<String> WITH_PROPOSED_VALUES = Set.of("v2alpha1", "v2beta1", "v2");
  private static final Set<String> WITH_PROPOSED_VALUE = Set.of("v1", "v1beta1");

  private final Node root;
  private final List<Node> items;
  private final String apiVersion;
  private final FunctionConfig functionConfig;
  private final boolean configReplaced;

  private ListEnvelope(
      Node root,
      List<Node> items,
      String apiVersion,
      FunctionConfig functionConfig,
      boolean configReplaced) {
    this.root = root;
    this.items = items;
    this.apiVersion = apiVersion;
    this.functionConfig = functionConfig;
    this.configReplaced = configReplaced;
  }

  static ListEnvelope parse(byte[] bytes) {
    try {
      return parse(Yaml.parse(bytes));
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  static ListEnvelope parse(Node root) {
    try {
      return of(root.refuseDuplicateKeys());
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  private static ListEnvelope of(Node root) {
    if (!root.isMap()) {
      throw root.isNull()
          ? new BadInput("", "nothing", "a ResourceList")
          : new BadInput("", ValueText.of(root), "a ResourceList", root);
    }
    String apiVersion = checkType(root);
    List<Node> items = checkItems(root);
    checkResults(root);
    return new ListEnvelope(
        root, items, apiVersion, FunctionConfig.of(root.at(FUNCTION_CONFIG)), false);
  }

  private static String checkType(Node root) {
    Node kind = root.at("kind");
    if (kind == null || !kind.string().equals(Optional.of("ResourceList"))) {
      throw fieldError(root, "kind", kind, "ResourceList");
    }
    Node apiVersion = root.at("apiVersion");
    if (apiVersion == null) {
      return GROUP + "v1";
    }
    String text = apiVersion.string().orElse("");
    String version = text.startsWith(GROUP) ? text.substring(GROUP.length()) : "";
    if (!WITH_PROPOSED_VALUE.contains(version) && !WITH_PROPOSED_VALUES.contains(version)) {
      throw fieldError(
          root, "apiVersion", apiVersion, GROUP + "v1, v1beta1, v2alpha1, v2beta1 or v2");
    }
    return text;
  }

  private static List<Node> checkItems(Node root) {
    Node items = root.at(ITEMS);
    if (items == null || !items.isList()) {
      throw fieldError(root, ITEMS, items, "a list of objects");
    }
    List<Node> nodes = items.items();
    for (int i = 0; i < nodes.size(); i++) {
      if (!nodes.get(i).isMap()) {
        throw fieldError(root, ITEMS + "[" + i + "]", nodes.get(i), "an object");
      }
    }
    return nodes;
  }

  /** Accepts a list, or a single group as functions from 2020 wrote it. */
  private static void checkResults(Node root) {
    Node results = root.at(RESULTS);
    boolean fits =
        results == null || results.isList() || results.isNull() || ResultReader.isGroup(results);
    if (!fits) {
      throw fieldError(root, RESULTS, results, "a list of results");
    }
  }

  private static BadInput fieldError(
      Node root, String field, @Nullable Node found, String expected) {
    return found == null
        ? new BadInput(field, "missing", expected, root)
        : new BadInput(field, ValueText.of(found), expected, found);
  }

  Node root() {
    return root;
  }

  /** The results, if they are a single group and not a list. */
  Optional<Node> resultsGroup() {
    return Optional.ofNullable(root.at(RESULTS)).filter(Node::isMap);
  }

  /** The items as they were read. */
  List<Node> items() {
    return items;
  }

  String apiVersion() {
    return apiVersion;
  }

  FunctionConfig functionConfig() {
    return functionConfig;
  }

  /** Whether the functionConfig differs from the one that was read. */
  boolean isConfigReplaced() {
    return configReplaced;
  }

  ListEnvelope withFunctionConfig(FunctionConfig config) {
    return new ListEnvelope(root, items, apiVersion, config, true);
  }

  /**
   * Whether results have {@code proposedValues}; before spec v2 they have {@code proposedValue}.
   */
  boolean hasProposedValues() {
    return WITH_PROPOSED_VALUES.contains(apiVersion.substring(GROUP.length()));
  }

  /** JSON if the text begins as JSON does. Only such a list is written as JSON again. */
  Format format() {
    boolean json =
        root.style() == Style.FLOW && root.entries().getFirst().key().style() == Style.DOUBLE;
    return json ? Format.JSON : Format.YAML;
  }
}
