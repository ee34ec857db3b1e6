package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows the guide for developers of orchestrators. */
class OrchestratorGuideTest {
  private static final Path GUIDE =
      Path.of(System.getProperty("kiln.top")).resolve("docs/orchestrator.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```java\n(.*?class (\\w+).*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @TempDir private Path temp;

  @Test
  void itsClassesCompileAndItsFirstRunsAFunctionOverAPackage() throws Exception {
    List<String> names = compile();
    assertThat(names).containsExactly("Check", "Declared");
    var folder = new Folder(temp.resolve("package")).withMap("a.yaml", "x", "1");
    folder.program("check", "sed 's/a: 1/a: 2/'");
    try (var loader = new URLClassLoader(new URL[] {temp.toUri().toURL()})) {
      Method main = loader.loadClass("Check").getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(
          null, (Object) new String[] {folder.root().toString(), temp.resolve("check").toString()});
    }
    assertThat(folder.file("a.yaml")).contains("a: 2");
  }

  private List<String> compile() throws IOException {
    var names = new ArrayList<String>();
    var words = new ArrayList<>(List.of("-d", temp.toString(), "-Xlint:all", "-Werror"));
    Matcher block = BLOCK.matcher(Files.readString(GUIDE));
    while (block.find()) {
      Path file = temp.resolve(block.group(2) + ".java");
      words.add(Files.writeString(file, block.group(1)).toString());
      names.add(block.group(2));
    }
    var said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var sources = files.getJavaFileObjects(words.subList(4, words.size()).toArray(String[]::new));
      boolean done = compiler.getTask(said, files, null, words.subList(0, 4), null, sources).call();
      assertThat(done).as(said.toString()).isTrue();
    }
    return names;
  }
}
