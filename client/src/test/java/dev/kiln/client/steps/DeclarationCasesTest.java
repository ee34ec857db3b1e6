package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.ReadOptions;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.runtime.kind.remote.RemoteFunction;
import dev.kiln.runtime.kind.starlark.StarlarkScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder is a package, and its {@code expected.txt} what its resources declare, in the order
 * in which it runs, then what is wrong with the others. {@code -Dgolden.write} writes that anew.
 */
class DeclarationCasesTest {
  private static final Path CASES = Path.of("src/test/cases/declarations");

  static List<Path> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void declaresWhatIsExpected(Path folder) throws IOException {
    Path expected = folder.resolve("expected.txt");
    String found = found(PackageFolder.read(folder, ReadOptions.defaults()).items());
    if (!System.getProperty("golden.write", "false").equals("false")) {
      Files.writeString(expected, found);
    }
    assertThat(found).isEqualTo(Files.readString(expected));
  }

  private static String found(List<PackageItem> items) {
    var declared = new ArrayList<Declaration>();
    var refused = new ArrayList<String>();
    for (PackageItem item : items) {
      try {
        Declaration.find(item).ifPresent(declared::add);
      } catch (InvalidDeclarationException e) {
        refused.add(e.getMessage());
      }
    }
    declared.sort(Declaration.order());
    return Stream.concat(declared.stream().map(DeclarationCasesTest::line), refused.stream())
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static String line(Declaration declared) {
    PackageItem item = declared.item();
    return "%s[%d] in \"%s\"%s: %s"
        .formatted(
            item.path(),
            item.index(),
            declared.scope().folder(),
            declared.deferFailure() ? " deferred" : "",
            text(declared.function()));
  }

  private static String text(FunctionSpec function) {
    return switch (function) {
      case ImageFunction image ->
          "Image[image=%s, network=%s, mounts=%s, envs=%s]"
              .formatted(image.image(), image.hasNetwork(), image.mounts(), image.envs());
      case ProgramFunction program ->
          "Exec[command=%s, envs=%s]".formatted(program.command(), program.envs());
      case RemoteFunction remote -> "Endpoint[address=%s]".formatted(remote.addresses().getFirst());
      case StarlarkScript script ->
          "Starlark[path=%s, url=%s, name=%s]"
              .formatted(script.path(), script.url(), script.name());
      default -> function.toString();
    };
  }
}
