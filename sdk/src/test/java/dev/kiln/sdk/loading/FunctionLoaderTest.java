package dev.kiln.sdk.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionLoaderTest {
  @TempDir Path folder;

  private URLClassLoader loader(String lines) throws IOException {
    Path file = folder.resolve(FunctionLoader.FILE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, lines);
    return new URLClassLoader(new URL[] {url(folder)}, FunctionLoaderTest.class.getClassLoader());
  }

  private static URL url(Path folder) throws MalformedURLException {
    return folder.toUri().toURL();
  }

  @Test
  void findsTheFunctionsThatAFileNames() throws IOException {
    try (var loader =
        loader(
            "# ours\ndev.kiln.sdk.SetLabels # labels\n\ndev.kiln.sdk.loading.FunctionClassTest$Made\n")) {
      assertThat(FunctionLoader.findAll(loader))
          .extracting(function -> function.definition().name())
          .containsExactly("set-labels", "made");
    }
  }

  @Test
  void loadsNoneBeforeItIsAskedFor() throws IOException {
    try (var loader = loader("no.such.Function\n")) {
      var functions = FunctionLoader.findAll(loader);
      assertThat(functions).hasSize(1);
      assertThatThrownBy(() -> functions.getFirst().type())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no.such.Function");
      assertThatThrownBy(() -> functions.getFirst().definition())
          .hasMessageContaining("no/such/Function.yaml");
    }
  }

  @Test
  void findsNoneWhereThereIsNoFile() throws IOException {
    try (var loader = new URLClassLoader(new URL[] {url(folder)}, null)) {
      assertThat(FunctionLoader.findAll(loader)).isEmpty();
    }
  }
}
