package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WrappedTest {
  private static final String LIST = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n";

  private static Outcome outcome(int exitCode, String output) {
    return Wrapped.outcome("f", exitCode, output.getBytes(StandardCharsets.UTF_8), "");
  }

  private static Ending failed(Reason reason, int exitCode, String message) {
    return new Ending.Failed(reason, exitCode, message);
  }

  @Test
  void passesOnAListWithoutItems() {
    Outcome outcome = outcome(0, LIST);
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
    assertThat(Hosts.text(outcome)).isEqualTo(LIST);
  }

  @Test
  void passesOnWhatItWouldNotTakeItself() {
    String list = "{kind: ResourceList, items: 3, results: [{}], apiVersion: unheard/of}";
    assertThat(Hosts.text(outcome(0, list))).isEqualTo(list);
  }

  @Test
  void asksForAList() {
    assertThat(outcome(0, "").ending())
        .isEqualTo(failed(Reason.INVALID_OUTPUT, 1, "f wrote no ResourceList: nothing"));
    assertThat(outcome(0, "kind: List").ending())
        .isEqualTo(failed(Reason.INVALID_OUTPUT, 1, "f wrote no ResourceList: its kind is List"));
    assertThat(outcome(0, "items: []").ending())
        .isEqualTo(failed(Reason.INVALID_OUTPUT, 1, "f wrote no ResourceList: it has no kind"));
    assertThat(outcome(0, "[kind, ResourceList]").ending())
        .isEqualTo(failed(Reason.INVALID_OUTPUT, 1, "f wrote no ResourceList: no map"));
    assertThat(outcome(0, LIST + "items: [").ending().message())
        .startsWith("f wrote no ResourceList: ")
        .contains("line 3");
    assertThat(outcome(0, LIST + "---\n" + LIST).bytes()).isEmpty();
  }

  @Test
  void keepsTheExitCodeAndTheListOfAFailure() {
    Outcome outcome = outcome(3, LIST);
    assertThat(outcome.ending()).isEqualTo(failed(Reason.EXIT_CODE, 3, "f ended with exit code 3"));
    assertThat(Hosts.text(outcome)).isEqualTo(LIST);
  }

  @Test
  void leavesOutWhatAFailureWroteThatIsNoList() {
    assertThat(outcome(3, "kind: Deployment").bytes()).isEmpty();
  }

  @Test
  void tellsSignalsFromExitCodes() {
    assertThat(outcome(137, "").ending())
        .isEqualTo(failed(Reason.SIGNAL, 137, "f ended with signal 9"));
    assertThat(outcome(255, "").ending())
        .isEqualTo(failed(Reason.EXIT_CODE, 255, "f ended with exit code 255"));
  }

  @Test
  void saysWhatTheFunctionSaid() {
    assertThat(Wrapped.outcome("f", 1, new byte[0], "no such label").ending().message())
        .isEqualTo("f ended with exit code 1: no such label");
  }
}
