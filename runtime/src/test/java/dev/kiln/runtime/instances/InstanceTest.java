package dev.kiln.runtime.instances;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Instances that are no processes of this machine. */
class InstanceTest {
  private static final String LIST =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";

  @AutoClose private final Scripts scripts = new Scripts(4, 1 << 20);

  @Test
  void thePoolRunsAnInstanceInMemory() {
    ProgramRunner runner = scripts.runner(InMemory::new, Scripts.SETTINGS);
    runner.prepare();
    for (int i = 0; i < 10; i++) {
      Outcome outcome = runner.run(Scripts.invocation(LIST));
      assertThat(outcome.ending()).isEqualTo(new Ending.Done());
      assertThat(outcome.bytes()).hasValue(LIST.getBytes(UTF_8));
    }
    assertThat(scripts.instances.processes()).as("processes").isEmpty();
  }

  @Test
  void anInstanceThatRunsOnTakesAPlaceUntilItIsGone() throws Exception {
    Instance instance = scripts.instances.start(new InMemory(), 0);
    assertThat(instance.isAlive()).isTrue();
    instance.end();
    assertThat(instance.whenEnded().join()).isEqualTo(143);
  }

  /** Answers with its input once that is complete. */
  private static final class InMemory implements InstanceLauncher, Instance {
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final PipedInputStream stdout = new PipedInputStream(1 << 10);
    private final OutputStream stdin =
        new ByteArrayOutputStream() {
          @Override
          public void close() throws IOException {
            try (var out = new PipedOutputStream(stdout)) {
              writeTo(out);
            }
            ended.complete(0);
          }
        };

    @Override
    public String label() {
      return "in memory";
    }

    @Override
    public Instance launch(Instances instances, Consumer<Instance> gone) {
      var _ = ended.whenComplete((_, _) -> gone.accept(this));
      return this;
    }

    @Override
    public OutputStream stdin() {
      return stdin;
    }

    @Override
    public InputStream stdout() {
      return stdout;
    }

    @Override
    public InputStream stderr() {
      return InputStream.nullInputStream();
    }

    @Override
    public CompletableFuture<Integer> whenEnded() {
      return ended;
    }

    @Override
    public boolean isAlive() {
      return !ended.isDone();
    }

    @Override
    public void end() {
      ended.complete(143);
    }

    @Override
    public void kill() {
      ended.complete(137);
    }
  }
}
