package dev.kiln.fn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text is UTF-8 whatever the locale; a shell has it, as this JVM may not be able to say it. */
class LocaleIT {
  private static final String SCRIPT =
      """
      set -eu
      export INHERITED=ä
      mkdir größe
      cat >größe/a.yaml <<END
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      END
      "$KILN" fn run größe --function set-annotations -- owner=Müller
      grep 'owner: Müller' größe/a.yaml

      cat >prögramm <<'END'
      #!/bin/sh
      env >"$1"
      sed '/^items:/a - {apiVersion: v1, kind: A, metadata: {name: new, annotations: {internal.config.kubernetes.io/path: neü.yaml}}}'
      END
      chmod +x prögramm
      "$KILN" fn run größe --exec "./prögramm gesehen-ö" -e FOO=ü \\
        --results-dir ergebnisß
      grep 'FOO=ü' gesehen-ö
      grep 'INHERITED=ä' gesehen-ö
      ! grep -e LC_ALL=C.UTF-8 -e KILN_CALLER gesehen-ö
      [ "${LC_ALL-}" = "$(sed -n 's/^LC_ALL=//p' gesehen-ö)" ]
      grep 'name: new' größe/neü.yaml
      ls ergebnisß/results.yaml

      cat >größe/f.yaml <<END
      apiVersion: example.com/v1
      kind: F
      metadata:
        name: f
        annotations:
          config.kubernetes.io/function: |
            exec: {path: $PWD/prögramm, args: [$PWD/declared-ö], envs: [BAR=ö]}
      END
      "$KILN" fn run größe --enable-exec
      grep 'BAR=ö' declared-ö

      cat >list <<END
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - {apiVersion: v1, kind: A, metadata: {name: a}}
      END
      "$KILN" serve --exec "fö=./prögramm served-ö" --function fö <list
      grep PATH= served-ö
      """;

  @ParameterizedTest
  @ValueSource(strings = {"NO=LOCALE", "LC_ALL=C", "LC_ALL=POSIX", "LANG=xx_XX.UTF-8"})
  void readsAndWritesUtf8(String locale, @TempDir Path folder) throws Exception {
    Path script = Files.writeString(folder.resolve("script"), SCRIPT, UTF_8);
    var command =
        List.of(
            "env",
            "-i",
            "PATH=" + System.getenv("PATH"),
            "HOME=" + folder,
            "KILN=" + Distribution.folder() + "/bin/kiln",
            locale,
            "sh",
            script.toString());

    var ended = Program.run(new byte[0], new ProcessBuilder(command).directory(folder.toFile()));

    assertThat(ended.exit()).as(ended.err() + ended.out()).isZero();
  }
}
