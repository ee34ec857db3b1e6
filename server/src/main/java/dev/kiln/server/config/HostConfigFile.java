package dev.kiln.server.config;

import dev.kiln.runtime.kind.DeclarationReader;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the configuration file of a host. */
final class HostConfigFile {
  private static final String API_VERSION = "kiln.dev/v1alpha1";
  private static final String KIND = "Host";
  private static final String NAME = "name";
  private static final String IMAGES = "images";

  private final Path file;
  private final DeclarationReader reader;

  private HostConfigFile(Path file, FunctionKinds kinds) {
    this.file = file;
    this.reader =
        kinds.hostReader(
            Field.text(NAME, "what requests call it"),
            Field.texts(IMAGES, "a pattern of images that it answers for"));
  }

  /** A file that does not say what a host holds. The message is for the person who wrote it. */
  static final class Bad extends Exception {
    private static final long serialVersionUID = 1;

    Bad(Path file, String message) {
      super(file + ": " + message);
    }

    Bad(InvalidDeclarationException cause) {
      super(String.valueOf(cause.getMessage()).replace("\n", "; "));
    }
  }

  /**
   * What the file says.
   *
   * @throws Bad with everything that is wrong with it
   */
  static HostConfig read(Path file, FunctionKinds kinds) throws Bad {
    try {
      return new HostConfigFile(file, kinds).read();
    } catch (InvalidDeclarationException e) {
      throw new Bad(e);
    } catch (BadInput e) {
      throw new Bad(file, String.valueOf(e.getMessage()));
    } catch (NoSuchFileException e) {
      throw new Bad(file, "no such file");
    } catch (IOException e) {
      throw new Bad(file, "cannot be read: " + e.getMessage());
    }
  }

  private HostConfig read() throws Bad, IOException {
    FunctionConfig config = FunctionConfig.parse(Files.readAllBytes(file));
    Resource resource =
        config.resource().orElseThrow(() -> new Bad(file, "empty (expected: kind " + KIND + ")"));
    require(resource, "apiVersion", resource.apiVersion(), API_VERSION);
    require(resource, "kind", resource.kind(), KIND);
    SourceLocator places = node -> file + ":" + node.line() + ":" + node.column();
    Fields root = Fields.read(KIND, resource.node(), places, fields());
    return new HostConfig(
        root.find("engine"),
        root.find("defaultImagePrefix"),
        root.texts("allowImages"),
        root.texts("standIns"),
        functions(root.maps("functions")));
  }

  private List<Field> fields() {
    return List.of(
        Field.any("apiVersion"),
        Field.any("kind"),
        Field.any("metadata"),
        Field.text("engine", "the command of a container engine"),
        Field.text("defaultImagePrefix", "a registry and a path, as ghcr.io/acme"),
        Field.texts("allowImages", "a pattern of images"),
        Field.texts("standIns", "a pattern of images"),
        Field.maps("functions", reader.fields()));
  }

  /** Reports the errors of all of them together. */
  private List<DeclaredFunction> functions(List<Fields> declarations) {
    var functions = new ArrayList<DeclaredFunction>();
    var names = new ArrayList<String>();
    var problems = new ArrayList<String>();
    for (Fields declaration : declarations) {
      try {
        DeclaredFunction function = function(declaration);
        if (names.contains(function.name())) {
          throw declaration.invalidField(
              NAME, "\"" + function.name() + "\"", "a name that no other function has");
        }
        rejectBoundTwice(declaration, function, functions);
        names.add(function.name());
        functions.add(function);
      } catch (InvalidDeclarationException e) {
        problems.add(e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidDeclarationException(problems);
    }
    return functions;
  }

  private static void rejectBoundTwice(
      Fields declaration, DeclaredFunction function, List<DeclaredFunction> others) {
    for (DeclaredFunction other : others) {
      for (String image : function.images()) {
        if (other.images().contains(image)) {
          throw declaration.invalidField(
              IMAGES, "\"" + image + "\"", "images that " + other.name() + " has not");
        }
      }
    }
  }

  private DeclaredFunction function(Fields declaration) {
    FunctionSpec spec = reader.function(declaration);
    String name =
        declaration.text(NAME).isEmpty() ? spec.defaultName().orElse("") : declaration.text(NAME);
    if (name.isEmpty()) {
      throw declaration.invalidField(NAME, "missing", "a name, which only an image brings along");
    }
    return new DeclaredFunction(name, spec, declaration.texts(IMAGES));
  }

  private static void require(Resource resource, String field, String found, String expected) {
    if (!found.equals(expected)) {
      throw new BadInput(field, found.isEmpty() ? "missing" : found, expected, resource.node());
    }
  }
}
