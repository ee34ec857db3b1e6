package dev.kiln.bench.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The cases of other modules, which serve as seeds. */
final class RepositoryCases {
  /** The top folder of the checkout. */
  static final Path TOP = Path.of(System.getProperty("kiln.top", ".")).toAbsolutePath();

  private RepositoryCases() {}

  /**
   * A case of a function.
   *
   * @param config the functionConfig, if it is not in the list
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record FunctionCase(byte[] list, Optional<byte[]> config) {}

  static List<FunctionCase> ofFunctions() throws IOException {
    return functionCases("functions/src/test/cases");
  }

  /** The cases of one function; those of all functions if it has none. */
  static List<FunctionCase> ofFunction(String name) throws IOException {
    String own = "functions/src/test/cases/" + name;
    return Files.exists(TOP.resolve(own)) ? functionCases(own) : ofFunctions();
  }

  private static List<FunctionCase> functionCases(String folder) throws IOException {
    var cases = new ArrayList<FunctionCase>();
    for (Path input : files(folder, "input.yaml")) {
      Path config = input.resolveSibling("config.yaml");
      cases.add(
          new FunctionCase(
              Files.readAllBytes(input),
              Files.exists(config) ? Optional.of(Files.readAllBytes(config)) : Optional.empty()));
    }
    return cases;
  }

  static List<byte[]> ofYaml() throws IOException {
    var texts = new ArrayList<byte[]>();
    for (Path file : files("sdk/src/test/cases/yaml", "in.yaml")) {
      texts.add(Files.readAllBytes(file));
    }
    for (Path file : files("conformance/cases", "[a-z]+.yaml")) {
      texts.add(Files.readAllBytes(file));
    }
    return texts;
  }

  private static List<Path> files(String folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(TOP.resolve(folder))) {
      return files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
    }
  }
}
