package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.testkit.Await;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StartupChecksTest {
  private static final RegisteredFunction JAVA =
      RegisteredFunction.of("java", List.of(), (_, _) -> false, _ -> Outcome.of(new Ending.Done()));

  private final AtomicBoolean works = new AtomicBoolean();
  private final List<RegisteredFunction> functions = new CopyOnWriteArrayList<>();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final StartupChecks checks = new StartupChecks(() -> functions, new Events());

  private final class Events implements StartupChecks.Listener {
    @Override
    public void problem(String function, String problem) {
      events.add(function + ": " + problem);
    }

    @Override
    public void allChecked() {
      events.add("all checked");
    }
  }

  private RegisteredFunction remote() {
    return RegisteredFunction.of("remote", List.of(), (_, _) -> false, new FakeServer(works));
  }

  private record FakeServer(AtomicBoolean works) implements Runner {
    @Override
    public Outcome run(Invocation in) {
      return Outcome.of(new Ending.Done());
    }

    @Override
    public boolean waits() {
      return true;
    }

    @Override
    public Optional<String> findProblem() {
      return works.get() ? Optional.empty() : Optional.of("away");
    }
  }

  @Test
  void functionsOfThisProcessNeedNoCheck() {
    functions.add(JAVA);
    checks.start();
    assertThat(checks.firstProblem()).isEmpty();
    assertThat(events).containsExactly("all checked");
  }

  @Test
  void theHostHasAProblemUntilEachFunctionWorkedOnce() {
    functions.addAll(List.of(JAVA, remote()));
    checks.start();
    Await.until(() -> checks.firstProblem().equals(Optional.of("function remote: away")));
    works.set(true);
    Await.until(() -> checks.firstProblem().isEmpty());
    works.set(false);
    assertThat(checks.firstProblem()).isEmpty();
    Await.until(() -> events.equals(List.of("remote: away", "all checked")));
  }

  @Test
  void aFunctionThatIsRemovedIsNoProblem() {
    functions.add(remote());
    checks.start();
    Await.until(() -> events.contains("remote: away"));
    functions.clear();
    Await.until(() -> checks.firstProblem().isEmpty());
  }
}
