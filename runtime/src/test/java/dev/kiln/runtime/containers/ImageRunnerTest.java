package dev.kiln.runtime.containers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ImageRunnerTest {
  private final Semaphore asked = new Semaphore(0);
  private final CompletableFuture<ImageFacts> fetched = new CompletableFuture<>();
  private final ImageRunner runner =
      new ImageRunner(this::fetch, _ -> _ -> Outcome.of(new Ending.Busy("it ran")));

  private ImageFacts fetch() {
    asked.release();
    try {
      return fetched.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("nobody waits any more");
    } catch (ExecutionException e) {
      throw (EngineException) e.getCause();
    }
  }

  private static Invocation list() {
    return Invocation.of("kind: ResourceList\nitems: []\n".getBytes(UTF_8));
  }

  private record Call(Thread thread, CompletableFuture<String> said) {}

  private Call call() throws InterruptedException {
    var said = new CompletableFuture<String>();
    Thread thread = Thread.ofVirtual().start(() -> said.complete(said(runner.run(list()))));
    asked.acquire(); // it waits for the image, and for nothing else
    return new Call(thread, said);
  }

  private static String said(Outcome outcome) {
    return outcome.ending().message();
  }

  @Test
  void aCallThatGivesUpWhileAnImageIsFetchedLeavesTheOthersToIt() throws Exception {
    Call first = call();
    Call second = call();
    second.thread.interrupt();
    assertThat(second.said.get()).isEqualTo("nobody waits any more");
    fetched.complete(new ImageFacts("example.com/fn/a:v1", List.of(), List.of()));
    assertThat(first.said.get()).contains("it ran");
    assertThat(said(runner.run(list()))).contains("it ran");
  }

  @Test
  void isReadyForCallsThoughTheImageIsNotThereYet() {
    fetched.completeExceptionally(new EngineException("it is not there"));
    runner.prepare();
    assertThat(said(runner.run(list()))).isEqualTo("it is not there");
  }

  @Test
  void asksAnImageOnceForAllItsCalls() throws Exception {
    fetched.complete(new ImageFacts("example.com/fn/a:v1", List.of(), List.of()));
    assertThat(runner.facts().image()).isEqualTo("example.com/fn/a:v1");
    assertThat(said(runner.run(list()))).contains("it ran");
    assertThat(asked.availablePermits()).isEqualTo(1);
  }
}
