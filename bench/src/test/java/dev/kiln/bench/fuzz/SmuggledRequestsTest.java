package dev.kiln.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.bench.attack.SmuggledRequests;
import java.net.Socket;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A request that hides behind or within another one gets no answer of its own. */
class SmuggledRequestsTest {
  @TestFactory
  Stream<DynamicTest> answersTheFirstAtMost() {
    return SmuggledRequests.all().entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> tryOne(each.getValue())));
  }

  private static void tryOne(String bytes) throws Exception {
    try (Socket socket = FuzzedHost.open().connectHttp()) {
      FuzzedHost.send(socket, bytes.getBytes(ISO_8859_1));
      String answers = new String(FuzzedHost.readAll(socket), ISO_8859_1);
      assertThat(HttpTarget.countAnswers(answers)).as(answers).isLessThanOrEqualTo(1);
    }
  }
}
