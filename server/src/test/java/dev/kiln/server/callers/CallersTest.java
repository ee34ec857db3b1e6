package dev.kiln.server.callers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallersTest {
  /** The digest of {@code secret}. */
  private static final String SECRET =
      "sha256:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

  private static final String HEAD = "apiVersion: kiln.dev/v1alpha1\nkind: Callers\n";
  private static final String CI = "callers: [{name: ci, tokens: ['" + SECRET + "'], functions: ";

  @TempDir private Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("callers.yaml"), HEAD + text);
  }

  private Callers read(String text) throws IOException {
    return Callers.of(Optional.of(new FlagValues.Given("--token-file", write(text).toString())));
  }

  private static Credentials token(String... headers) {
    return new Credentials(List.of(headers), Optional.empty());
  }

  private static Credentials certificate(String subject) {
    return new Credentials(List.of(), Optional.of(new X500Principal(subject)));
  }

  private static String name(Callers callers, Credentials credentials) {
    return callers.identify(credentials).map(known -> known.caller().name()).orElse("?");
  }

  @Test
  void everybodyIsTheSameCallerWithoutAFile() {
    Callers callers = Callers.of(Optional.empty());
    assertThat(callers.areKnown()).isFalse();
    assertThat(callers.identify(token())).contains(KnownCaller.ANYONE);
  }

  @Test
  void tellsACallerByItsToken() throws Exception {
    Callers callers = read(CI + "[a]}]\n");
    assertThat(name(callers, token("Bearer secret"))).isEqualTo("ci");
    assertThat(name(callers, token("bearer  secret "))).isEqualTo("ci");
    assertThat(name(callers, token("Bearer other"))).isEqualTo("?");
    assertThat(name(callers, token("Basic secret"))).isEqualTo("?");
    assertThat(name(callers, token("Bearer secret", "Bearer secret"))).isEqualTo("?");
    assertThat(name(callers, token())).isEqualTo("?");
  }

  @Test
  void tellsACallerByItsCertificateUnlessThereIsAToken() throws Exception {
    Callers callers =
        read(CI + "[a]}, {name: argo, certificates: ['CN = argo, O=Acme'], functions: [b]}]\n");
    assertThat(name(callers, certificate("CN=argo,O=Acme"))).isEqualTo("argo");
    assertThat(name(callers, certificate("CN=argo"))).isEqualTo("?");
    var both = new Credentials(List.of("Bearer no"), certificate("CN=argo,O=Acme").subject());
    assertThat(name(callers, both)).isEqualTo("?");
  }

  @Test
  void aCallerMayUseWhatItsPatternsSay() throws Exception {
    var caller =
        read(CI + "[set-*, 'example.com/**']}]\n")
            .identify(token("Bearer secret"))
            .orElseThrow()
            .caller();
    assertThat(caller.mayUse("set-labels")).isTrue();
    assertThat(caller.mayUse("example.com/fn/x:v1")).isTrue();
    assertThat(caller.mayUse("upsert-resource")).isFalse();
  }

  @Test
  void aCallerWithoutPatternsMayUseNothing() throws Exception {
    Callers callers = read("callers: [{name: ci, tokens: ['" + SECRET + "'], metrics: true}]\n");
    KnownCaller scraper = callers.identify(token("Bearer secret")).orElseThrow();
    assertThat(scraper.readsMetrics()).isTrue();
    assertThat(scraper.caller().mayUse("a")).isFalse();
  }

  @Test
  void readsTheFileAgainWhenItChanges() throws Exception {
    Callers callers = read(CI + "[a]}]\n");
    assertThat(callers.reloadIfChanged()).isEmpty();
    write("callers: []\n");
    assertThat(callers.reloadIfChanged().orElseThrow().succeeded()).isTrue();
    assertThat(name(callers, token("Bearer secret"))).isEqualTo("?");
  }

  @Test
  void keepsTheCallersWhereTheFileIsWrongOrGone() throws Exception {
    Callers callers = read(CI + "[a]}]\n");
    Path file = write("callers: [{}]\n");
    assertThat(callers.reloadIfChanged().orElseThrow().message())
        .contains("callers[0].name", "; the callers stay as they were");
    assertThat(callers.reloadIfChanged()).isEmpty();
    Files.delete(file);
    assertThat(callers.reloadIfChanged().orElseThrow().message()).contains("no such file");
    assertThat(name(callers, token("Bearer secret"))).isEqualTo("ci");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "callers: [{name: a, tokens: [secret], functions: []}]"
            + "| callers[0].tokens: something else (expected: sha256: and the token's digest",
        "callers: [{name: a, functions: []}] | callers[0]: neither (expected: tokens or certificates)",
        "callers: [{name: a b, tokens: [], functions: []}] | callers[0].name: \"a b\" (expected: letters",
        "callers: [{name: unknown, tokens: [], functions: []}] | callers[0].name: \"unknown\"",
        "callers: [{name: a, certificates: [x], functions: []}]"
            + "| callers[0].certificates: \"x\" (expected: a subject, as CN=ci,O=Acme)",
        "callers: [{name: a, tokens: [], functions: [], maxConcurrent: 0}]"
            + "| callers[0].maxConcurrent: 0 (expected: 1 or more)",
        "callers: [{name: a, tokens: [], functions: []}, {name: a, tokens: [], functions: []}]"
            + "| callers[1].name: \"a\" (expected: a name that no other caller has)",
      })
  void saysWhatIsWrongAndWhereWithoutTheToken(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--token-file: ")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("secret");
  }
}
