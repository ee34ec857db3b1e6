package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whose turn it is, and who waits for memory. */
class CallQueueTest {
  private final CallQueue queue = new CallQueue(1);
  private final ClientShare greedy = ClientShare.ofClient();
  private final ClientShare greedyConnection = greedy.ofConnection();
  private long memory = 1000;

  private final class Waiting implements CallQueue.QueuedCall {
    private final String name;
    private final ClientShare sender;
    private final long need;

    Waiting(String name, ClientShare sender, long need) {
      this.name = name;
      this.sender = sender;
      this.need = need;
    }

    @Override
    public ClientShare sender() {
      return sender;
    }

    @Override
    public boolean isLarge() {
      return need > 10;
    }

    @Override
    public boolean takeMemory() {
      boolean isFree = need <= memory;
      memory -= isFree ? need : 0;
      return isFree;
    }

    @Override
    public void run() {}

    @Override
    public String toString() {
      return name;
    }
  }

  private void add(String name, ClientShare sender, long need) {
    queue.add(new Waiting(name, sender, need));
  }

  private List<String> next(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(String.valueOf(queue.poll()));
    }
    return names;
  }

  @Test
  void letsClientsAndTheirConnectionsTakeTurns() {
    for (int i = 1; i <= 3; i++) {
      add("a" + i, greedyConnection, 1);
    }
    add("b", greedy.ofConnection(), 1);
    add("c", ClientShare.ofClient().ofConnection(), 1);
    assertThat(queue).hasSize(5);
    assertThat(next(6)).containsExactly("a1", "c", "b", "a2", "a3", "null");
    assertThat(queue).isEmpty();
  }

  @Test
  void keepsAThreadForCallsWithSmallLists() {
    add("large", greedyConnection, 100);
    add("next large", greedyConnection, 100);
    add("small", greedyConnection, 1);
    assertThat(next(3)).containsExactly("small", "large", "null");
    queue.largeEnded();
    assertThat(next(1)).containsExactly("next large");
  }

  @Test
  void letsNoCallRunBeforeItsMemoryIsFree() throws Exception {
    memory = 50;
    add("large", greedyConnection, 100);
    add("small", greedyConnection, 1);
    assertThat(next(2)).containsExactly("small", "null");
    CompletableFuture<Runnable> taken = new CompletableFuture<>();
    Thread idle =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    taken.complete(queue.take());
                  } catch (InterruptedException e) {
                    taken.completeExceptionally(e);
                  }
                });
    memory = 100;
    queue.memoryFreed();
    assertThat(taken.get(1, TimeUnit.MINUTES)).hasToString("large");
    idle.join();
  }

  @Test
  void handsACallToAnIdleThread() throws Exception {
    CompletableFuture<Runnable> taken = CompletableFuture.supplyAsync(this::takeOrFail);
    add("one", greedyConnection, 1);
    assertThat(taken.get(1, TimeUnit.MINUTES)).hasToString("one");
    assertThat(queue.poll(1, TimeUnit.NANOSECONDS)).isNull();
  }

  private Runnable takeOrFail() {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void forgetsACallThatIsRemoved() {
    var one = new Waiting("one", greedyConnection, 1);
    queue.add(one);
    assertThat(queue.peek()).isSameAs(one);
    assertThat(queue.remove(one)).isTrue();
    assertThat(queue.remove(one)).isFalse();
    assertThat(queue).isEmpty();
  }

  @Test
  void givesAll() {
    add("small", greedyConnection, 1);
    add("large", greedyConnection, 100);
    List<Runnable> all = new ArrayList<>();
    assertThat(queue.drainTo(all)).isEqualTo(2);
    assertThat(all).extracting(Object::toString).containsExactly("small", "large");
  }

  @Test
  void leavesRoomForOthersThanTheGreedy() {
    int room = 8;
    for (; queue.mayAdd(greedyConnection, room); room--) {
      add("a", greedyConnection, 1);
    }
    assertThat(queue).as("as many as there is room for more").hasSize(4);
    assertThat(queue.mayAdd(ClientShare.ofClient().ofConnection(), room)).isTrue();
    assertThat(queue.mayAdd(ClientShare.OWN_PROCESS, 1)).isTrue();
    assertThat(queue.mayAdd(ClientShare.OWN_PROCESS, 0)).isFalse();
  }

  @Test
  void countsHowManyCallsAreBeforeANewOne() {
    for (int i = 0; i < 100; i++) {
      add("a", greedyConnection, 1);
    }
    ClientShare other = ClientShare.ofClient().ofConnection();
    assertThat(queue.callsBefore(other, false)).isEqualTo(1);
    assertThat(queue.callsBefore(greedyConnection, false)).isEqualTo(100);
    assertThat(queue.callsBefore(other, true)).isZero();
  }
}
