package dev.kiln.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.calls.Refusal;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE); // a clock that is about to wrap
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  @Test
  void logsOneLineASecondAndSaysHowManyItOmitted() {
    try (var log = new HostLog(written, LogFormat.TEXT, LogCalls.ALL)) {
      var refusals = new RefusalLog(log, now::get);
      refusals.refused(refusal("first"));
      refusals.refused(refusal("second"));
      now.addAndGet(Duration.ofMillis(999).toNanos());
      refusals.refused(refusal("third"));
      now.addAndGet(Duration.ofMillis(1).toNanos());
      refusals.refused(refusal("fourth"));
      now.addAndGet(Duration.ofSeconds(5).toNanos());
      refusals.refused(refusal("fifth"));
    }
    assertThat(written.toString(UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).endsWith("http: refused, malformed: first (from 10.0.0.7)"),
            line ->
                assertThat(line)
                    .endsWith(
                        "http: refused, malformed: fourth (from 10.0.0.7); 2 more since the last"
                            + " such line"),
            line -> assertThat(line).endsWith("fifth (from 10.0.0.7)"));
  }

  private static Refusal refusal(String detail) {
    return new Refusal("http", Refusal.Reason.MALFORMED, detail, "10.0.0.7");
  }
}
