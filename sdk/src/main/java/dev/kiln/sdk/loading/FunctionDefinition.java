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
 * What a function says of itself: a {@code KRMFunctionDefinition}, a file beside its class.
 *
 * <p>Beside what the format has, these annotations count:
 *
 * <dl>
 *   <dt>{@code kiln.dev/aliases}
 *   <dd>more images it stands in for, with commas between
 *   <dt>{@code kiln.dev/stands-in-for}
 *   <dd>images of other publishers that it can stand in for where a host's user says so
 *   <dt>{@code kiln.dev/config-types}
 *   <dd>more types of functionConfig it takes and checks itself, with commas between: {@code
 *       group/version/Kind}, {@code *} as the version for any, {@code *} alone for anything
 *   <dt>{@code kiln.dev/config-map}
 *   <dd>{@code "false"} if it takes no ConfigMap
 * </dl>
 */
public final class FunctionDefinition {
  private static final String API_VERSION = "config.kubernetes.io/v1alpha1";
  private static final String KIND = "KRMFunctionDefinition";
  private static final String CONFIG_MAP = "v1/ConfigMap";

  private final Resource resource;
  private final List<Version> versions;

  /** Each request that names no function asks every function for its types. */
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
   * The one beside a class: {@code SetLabels.yaml} for {@code SetLabels}.
   *
   * @throws IllegalStateException if there is none, or it is none
   */
  public static FunctionDefinition of(Class<?> function) {
    return of(function.getName(), function.getClassLoader());
  }

  static FunctionDefinition of(String className, @Nullable ClassLoader loader) {
    String file = fileOf(className);
    try {
      Optional<byte[]> found = ClassPathFile.find(file, loader);
      if (found.isEmpty()) {
        throw missing(className, file);
      }
      return parse(found.get());
    } catch (BadInput e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IllegalStateException missing(String className, String file) {
    return new IllegalStateException(
        className + " has no definition (fits: a file " + file + " among the resources)");
  }

  /** Beside the class, of its simple name. */
  private static String fileOf(String className) {
    int simple = Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1;
    String folder = className.substring(0, className.lastIndexOf('.') + 1).replace('.', '/');
    return folder + className.substring(simple) + ".yaml";
  }

  /**
   * Reads one.
   *
   * @throws BadInput if it is none
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

  /** What people call it: {@code set-labels}. */
  public String name() {
    return resource.name();
  }

  /** Of its own kind of functionConfig. */
  public String group() {
    return text("spec.group");
  }

  /** Its own kind of functionConfig. */
  public String kind() {
    return text("spec.names.kind");
  }

  /** One line, or a few. */
  public String description() {
    return text("spec.description").strip();
  }

  /** The images it stands in for: those of its versions, then its aliases. */
  public List<String> images() {
    var images = new LinkedHashSet<String>();
    for (Version version : versions) {
      if (version.image().isPresent()) {
        images.add(version.image().get());
      }
    }
    images.addAll(words("kiln.dev/aliases"));
    return List.copyOf(images);
  }

  /** The images of others that it stands in for where a host's user says so. */
  public List<String> standIns() {
    return words("kiln.dev/stands-in-for");
  }

  /** The versions of its own kind of functionConfig. */
  public List<Version> versions() {
    return versions;
  }

  /** The types of functionConfig it takes, as {@code group/version/Kind}; see above for stars. */
  public List<String> configTypes() {
    return configTypes.get();
  }

  private List<String> readConfigTypes() {
    var types = new ArrayList<String>();
    for (Version version : versions) {
      types.add(ownType(version));
    }
    types.addAll(words("kiln.dev/config-types"));
    if (!resource.annotation("kiln.dev/config-map").equals(Optional.of("false"))) {
      types.add(CONFIG_MAP);
    }
    return List.copyOf(types);
  }

  /** Whether a functionConfig of that type can be for this function: a star alone names none. */
  public boolean names(String apiVersion, String kind) {
    String type = apiVersion + "/" + kind;
    for (String each : configTypes()) {
      if (!each.equals("*") && matches(each, type)) {
        return true;
      }
    }
    return false;
  }

  /** The definition itself. */
  public Node node() {
    return resource.node();
  }

  /** Its type, if the function takes it. */
  String requireAccepted(Resource config) {
    String type = config.apiVersion() + "/" + config.kind();
    List<String> types = configTypes();
    if (!types.contains("*") && !names(config.apiVersion(), config.kind())) {
      String field = config.kind().equals(kind()) ? "apiVersion" : "kind";
      Node at = config.find(field).orElse(config.node());
      throw new BadInput(field, type, ValueText.choice(types), at);
    }
    return type;
  }

  /** What a functionConfig of that type must be like, if the definition says. */
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

  private List<String> words(String annotation) {
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
      return ValueText.plain(node.at("name"));
    }

    /** What a functionConfig of this version must be like. */
    public Optional<Schema> schema() {
      return schema.get();
    }

    /** The versions of the functions specification that it follows: {@code v1}, {@code v2}. */
    public List<String> specVersions() {
      Node versions = node.at("conformWithSpecVersions");
      return versions == null
          ? List.of()
          : versions.items().stream().map(ValueText::plain).toList();
    }

    /** Whether a second run changes nothing. */
    public boolean isIdempotent() {
      return ValueText.plain(node.at("idempotent")).equals("true");
    }

    public Optional<String> image() {
      return node.find("runtime.container.image").map(ValueText::plain);
    }
  }
}
