package dev.kiln.bench.load.callers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RoundTest {
  private static final String OUTPUT =
      """
      progress: 100% done

      finished in 19.98ms, 10010.01 req/s, 23.12MB/s
      requests: 200 total, 200 started, 200 done, 200 succeeded, 0 failed, 0 errored, 0 timeout
      status codes: 200 2xx, 0 3xx, 0 4xx, 0 5xx
      traffic: 2.38KB (2442) total, 101B (101) headers (space savings 9.01%), 2.21KB (2263) data
      """;

  @Test
  void readsTheFiguresAndThePercentilesOfTheLog() {
    assertThat(Round.of(OUTPUT, log(200))).isEqualTo(new Round(200, 19.98, 0.1, 0.198));
  }

  @Test
  void readsTheTimeInEachUnit() {
    assertThat(Round.of(OUTPUT.replace("19.98ms", "2.50s"), log(200)).millis()).isEqualTo(2_500);
    assertThat(Round.of(OUTPUT.replace("19.98ms", "500us"), log(200)).millis()).isEqualTo(0.5);
  }

  @Test
  void oneCallIsEveryPercentile() {
    var round = Round.of(OUTPUT.replace("200", "1"), log(1));
    assertThat(round).isEqualTo(new Round(1, 19.98, 0.001, 0.001));
  }

  @Test
  void callsThatFillATimeFollowFromTheRate() {
    assertThat(new Round(100, 50, 1, 1).callsIn(Duration.ofSeconds(2))).isEqualTo(4_000);
  }

  @Test
  void aRefusedCallFailsTheRun() {
    refuses(OUTPUT.replace("200 2xx, 0 3xx, 0 4xx, 0 5xx", "199 2xx, 0 3xx, 0 4xx, 1 5xx"));
  }

  @Test
  void aLostCallFailsTheRun() {
    refuses(OUTPUT.replace("200 succeeded, 0 failed", "199 succeeded, 1 failed"));
  }

  @Test
  void otherOutputIsShown() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Round.of("no route to host", List.of()))
        .withMessage("h2load printed no figures:\nno route to host");
  }

  private static void refuses(String output) {
    assertThatIllegalStateException()
        .isThrownBy(() -> Round.of(output, log(200)))
        .withMessage("calls failed:\n" + output);
  }

  /** The log of calls that took 1, 2, 3 and so on microseconds. */
  private static List<String> log(int calls) {
    return LongStream.rangeClosed(1, calls)
        .mapToObj("1795459144564304\t200\t%d"::formatted)
        .toList();
  }
}
