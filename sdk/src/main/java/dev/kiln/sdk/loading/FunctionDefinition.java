package dev.kiln.sdk.loading;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ValueText;
import dev.kiln.sdk.classpath.ClassPathFile;
import dev.kiln.sdk.schema.Schema;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a function: a {@code KRMFunctionDefinition} in a file beside its class.
 *
 * <p>In addition to the fields of that format, these annotations have a meaning:
 *
 * <dl>
 *   <dt>{@code kiln.dev/aliases}
 *   <dd>more images that the function stands in for, separated by commas
 *   <dt>{@code kiln.dev/stands-in-for}
 *   <dd>images of other publishers that the function can stand in for if the user of a host allows
 *       it
 *   <dt>{@code kiln.dev/config-types}
 *   <dd>more types of functionConfig that the function takes and checks itself, separated by
 *       commas: {@code group/version/Kind}, {@code *} as the version for any version, {@code *}
 *       alone for any type
 *   <dt>{@code kiln.dev/config-map}
 *   <dd>{@code "false"} if the function takes no ConfigMap
 * </dl>
 */
public final class FunctionDefinition {
  private static final String API_VERSION = "config.kubernetes.io/v1alpha1";
  private static final String KIND = "KRMFunctionDefinition";
  private static final String CONFIG_MAP = "v1/ConfigMap";

  private final Resource resource;
  private final List<Version> versions;

  /** Kept, because a request that names no function asks every function for its types. */
  private final LazyValue<List<String>> configTypes = new LazyValue<>(this::readConfigTypes);

  private FunctionDefinition(Resource resource) {
    this.resource = resource;
    var versions = new ArrayList<Version>();
    Optional<Node> found = resource.find("spec.versions");
    for (Node version : found.isPresent() ? found.get().items() : List.<Node>of()) {
      versions.add(new Version(version));
    }
    this.versions = List.copyOf(versions);
  }

  /**
   * Reads the definition beside a class: {@code SetLabels.yaml} for {@code SetLabels}.
   *
   * @throws IllegalStateException if there is no such file, or if it is not a definition
   */
  public static FunctionDefinition of(Class<?> function) {
    return of(function.getName(), function.getClassLoader());
  }

  static FunctionDefinition of(String className, @Nullable ClassLoader loader) {
    String file = fileOf(className);
    try {
      Optional<byte[]> found = ClassPathFile.find(file, loader);
      if (found.isEmpty()) {
        throw missingDefinition(className, file);
      }
      return parse(found.get());
    } catch (BadInput e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IllegalStateException missingDefinition(String className, String file) {
    return new IllegalStateException(
        className + " has no definition (expected: a file " + file + " among the resources)");
  }

  /** The definition file is beside the class and has its simple name. */
  private static String fileOf(String className) {
    int simple = Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1;
    String folder = className.substring(0, className.lastIndexOf('.') + 1).replace('.', '/');
    return folder + className.substring(simple) + ".yaml";
  }

  /**
   * Reads a definition.
   *
   * @throws BadInput if the bytes are not a definition
   */
  public static FunctionDefinition parse(byte[] bytes) {
    try {
      Node root = Yaml.parse(bytes).refuseDuplicateKeys();
      Resource resource = Resource.of(root);
      require(resource, "apiVersion", API_VERSION);
      require(resource, "kind", KIND);
      for (String field : List.of("metadata.name", "spec.group", "spec.names.kind")) {
        if (resource.text(field).isEmpty()) {
          throw new BadInput(field, "missing", "a text", root);
        }
      }
      return new FunctionDefinition(resource);
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  private static void require(Resource resource, String field, String value) {
    if (!resource.text(field).equals(Optional.of(value))) {
      Optional<Node> found = resource.find(field);
      throw new BadInput(
          field, found.map(ValueText::of).orElse("missing"), value, found.orElse(resource.node()));
    }
  }

  /** The name for users: {@code set-labels}. */
  public String name() {
    return resource.name();
  }

  /** The group of the function's own kind of functionConfig. */
  public String group() {
    return text("spec.group");
  }

  /** The function's own kind of functionConfig. */
  public String kind() {
    return text("spec.names.kind");
  }

  /** A description of one or a few lines. */
  public String description() {
    return text("spec.description").strip();
  }

  /** The images that the function stands in for: those of its versions, then its aliases. */
  public List<String> images() {
    var images = new LinkedHashSet<String>();
    for (Version version : versions) {
      if (version.image().isPresent()) {
        images.add(version.image().get());
      }
    }
    images.addAll(annotationWords("kiln.dev/aliases"));
    return List.copyOf(images);
  }

  /** Images of other publishers that the function stands in for if the user of a host allows it. */
  public List<String> standInImages() {
    return annotationWords("kiln.dev/stands-in-for");
  }

  /** The versions of the function's own kind of functionConfig. */
  public List<Version> versions() {
    return versions;
  }

  /**
   * The types of functionConfig that the function takes, as {@code group/version/Kind}. The class
   * comment explains stars.
   */
  public List<String> configTypes() {
    return configTypes.get();
  }

  private List<String> readConfigTypes() {
    var types = new ArrayList<String>();
    for (Version version : versions) {
      types.add(ownType(version));
    }
    types.addAll(annotationWords("kiln.dev/config-types"));
    if (!resource.annotation("kiln.dev/config-map").equals(Optional.of("false"))) {
      types.add(CONFIG_MAP);
    }
    return List.copyOf(types);
  }

  /** Whether the definition names this type of functionConfig. A star alone names no type. */
  public boolean namesConfigType(String apiVersion, String kind) {
    String type = apiVersion + "/" + kind;
    for (String each : configTypes()) {
      if (!each.equals("*") && matches(each, type)) {
        return true;
      }
    }
    return false;
  }

  /** The text of the definition as a node. */
  public Node node() {
    return resource.node();
  }

  /** The type of the functionConfig. Throws if the function does not take that type. */
  String requireAcceptedType(Resource config) {
    String type = config.apiVersion() + "/" + config.kind();
    List<String> types = configTypes();
    if (!types.contains("*") && !namesConfigType(config.apiVersion(), config.kind())) {
      refuseMissing("kind", config.kind(), config, types);
      refuseMissing("apiVersion", config.apiVersion(), config, types);
      String field = config.kind().equals(kind()) ? "apiVersion" : "kind";
      Node at = config.find(field).orElse(config.node());
      throw new BadInput(field, type, ValueText.oneOf(types), at);
    }
    return type;
  }

  private static void refuseMissing(
      String field, String found, Resource config, List<String> types) {
    if (found.isEmpty()) {
      throw new BadInput(field, "missing", ValueText.oneOf(types), config.node());
    }
  }

  /** The schema for a functionConfig of this type, if the definition has one. */
  Optional<Schema> schema(String type) {
    for (Version version : versions) {
      if (ownType(version).equals(type)) {
        return version.schema();
      }
    }
    return Optional.empty();
  }

  private String ownType(Version version) {
    return group() + "/" + version.name() + "/" + kind();
  }

  private static boolean matches(String accepted, String type) {
    int version = accepted.indexOf("/*/");
    if (version < 0) {
      return accepted.equals(type);
    }
    int from = version + 1;
    int to = type.indexOf('/', from);
    return to >= 0
        && type.startsWith(accepted.substring(0, from))
        && type.substring(to).equals(accepted.substring(version + 2));
  }

  private String text(String path) {
    return resource.text(path).orElse("");
  }

  private List<String> annotationWords(String annotation) {
    var words = new ArrayList<String>();
    for (String word : resource.annotation(annotation).orElse("").split(",", -1)) {
      if (!word.isBlank()) {
        words.add(word.strip());
      }
    }
    return words;
  }

  /** A version of the function's own kind. */
  public static final class Version {
    private final Node node;
    private final LazyValue<Optional<Schema>> schema;

    private Version(Node node) {
      this.node = node;
      this.schema = new LazyValue<>(() -> node.find("schema.openAPIV3Schema").map(Schema::of));
    }

    public String name() {
      return ValueText.scalarText(node.at("name"));
    }

    /** The schema for a functionConfig of this version. */
    public Optional<Schema> schema() {
      return schema.get();
    }

    /**
     * The versions of the functions specification that the function follows: {@code v1}, {@code
     * v2}.
     */
    public List<String> specVersions() {
      Node versions = node.at("conformWithSpecVersions");
      return versions == null
          ? List.of()
          : versions.items().stream().map(ValueText::scalarText).toList();
    }

    /** Whether a second run on the result changes nothing. */
    public boolean isIdempotent() {
      return ValueText.scalarText(node.at("idempotent")).equals("true");
    }

    public Optional<String> image() {
      return node.find("runtime.container.image").map(ValueText::scalarText);
    }
  }
}
