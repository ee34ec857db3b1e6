package dev.kiln.runtime;

import static dev.kiln.runtime.ClientShare.OWN_PROCESS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private final Budget budget = new Budget(100);
  private final List<String> granted = new ArrayList<>();

  private Budget.Claim await(long bytes, String name) {
    return budget.claimWhenFree(OWN_PROCESS, bytes, () -> granted.add(name));
  }

  private Budget.Claim take(long bytes) {
    Budget.Claim claim = budget.openClaim(OWN_PROCESS, bytes).orElseThrow();
    assertThat(claim.grow(bytes)).isTrue();
    return claim;
  }

  @Test
  void givesWhatIsThere() {
    Budget.Claim first = take(60);
    assertThat(budget.openClaim(OWN_PROCESS, 41)).isEmpty();
    Budget.Claim second = take(40);
    assertThat(budget.usedBytes()).isEqualTo(100);
    first.close();
    first.close();
    assertThat(budget.usedBytes()).isEqualTo(40);
    assertThat(second.grow(1)).isTrue();
    second.resize(40);
    assertThat(budget.openClaim(OWN_PROCESS, 60)).isPresent();
  }

  @Test
  void takesNothingForWhatIsOnlyExpected() {
    Budget.Claim silent = budget.openClaim(OWN_PROCESS, 100).orElseThrow();
    Budget.Claim another = budget.openClaim(OWN_PROCESS, 100).orElseThrow();
    assertThat(budget.usedBytes()).isZero();
    assertThat(silent.grow(100)).isTrue();
    assertThat(another.grow(1)).isFalse();
    silent.close();
    assertThat(another.grow(1)).isTrue();
  }

  @Test
  void expectsOnlyWhatCouldBeHad() {
    assertThat(budget.openClaim(OWN_PROCESS, 101)).isEmpty();
    try (Budget.Claim all = take(90)) {
      assertThat(budget.openClaim(OWN_PROCESS, 11)).isEmpty();
      assertThat(budget.openClaim(OWN_PROCESS, 10)).isPresent();
      await(20, "first");
      assertThat(all.grow(1)).isTrue();
    }
  }

  @Test
  void saysHowToHaveMore() {
    assertThat(budget.exhaustedEnding().message())
        .contains("100 bytes", "--max-bytes-in-flight", "KRM_FUNCTION_MAX_BYTES_IN_FLIGHT");
  }

  @Test
  void grantsInTheOrderOfAsking() {
    Budget.Claim all = take(100);
    Budget.Claim large = await(80, "large");
    Budget.Claim small = await(10, "small");
    all.close();
    assertThat(granted).containsExactly("large", "small");
    assertThat(budget.usedBytes()).isEqualTo(90);
    large.close();
    small.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void grantsAtOnceWhatIsThere() {
    await(70, "one");
    assertThat(granted).containsExactly("one");
    assertThat(budget.usedBytes()).isEqualTo(70);
  }

  @Test
  void grantsAllOfItToWhoAsksForMore() {
    try (Budget.Claim claim = await(1000, "much")) {
      assertThat(granted).containsExactly("much");
      assertThat(budget.usedBytes()).isEqualTo(100);
      assertThat(claim.grow(1)).isFalse();
    }
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void forgetsWhoGaveUpWaiting() {
    Budget.Claim all = take(100);
    Budget.Claim gone = await(80, "gone");
    Budget.Claim next = await(10, "next");
    gone.close();
    assertThat(granted).isEmpty();
    all.close();
    assertThat(granted).containsExactly("next");
    next.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void servesTheNextAtOnceWhenTheFirstInLineGivesUp() {
    try (Budget.Claim _ = take(60)) {
      Budget.Claim large = await(80, "large");
      await(40, "next");
      large.close();
      assertThat(granted).containsExactly("next");
    }
  }

  @Test
  void growsAsFarAsThereIsRoom() {
    Budget.Claim claim = take(50);
    assertThat(claim.grow(50)).isTrue();
    assertThat(claim.grow(1)).isFalse();
    assertThat(budget.usedBytes()).isEqualTo(100);
    claim.close();
    assertThat(budget.usedBytes()).isZero();
    assertThat(claim.grow(70)).as("nobody counts on it").isTrue();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void doesNotGrowWhatIsNotGranted() {
    Budget.Claim all = take(90);
    Budget.Claim waiting = await(20, "late");
    assertThat(waiting.grow(5)).isFalse();
    waiting.close();
    all.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void resizesAndServesWhoWaits() {
    Budget.Claim claim = take(90);
    Budget.Claim waiting = await(50, "waiting");
    claim.resize(50);
    assertThat(granted).containsExactly("waiting");
    claim.resize(500);
    assertThat(budget.usedBytes()).isEqualTo(550);
    assertThat(budget.openClaim(OWN_PROCESS, 1)).isEmpty();
    claim.close();
    claim.resize(70);
    assertThat(budget.usedBytes()).isEqualTo(50);
    waiting.close();
  }

  @Test
  void leavesRoomForOthersThanTheGreedy() {
    var large = new Budget(100 << 20);
    ClientShare greedy = ClientShare.ofClient();
    assertThat(takeBy(greedy, large, 10 << 20)).as("three times what stays free").isEqualTo(7);
    assertThat(takeBy(greedy, large, 10 << 10)).as("small ones, up to seven times").isPositive();
    assertThat(takeBy(ClientShare.ofClient(), large, 2 << 20)).isPositive();
  }

  /** How many connections of a client can take this much. */
  private static int takeBy(ClientShare client, Budget from, long bytes) {
    int taken = 0;
    for (int i = 0; i < 50; i++) {
      var claim = from.openClaim(client.ofConnection(), bytes);
      taken += claim.isPresent() && claim.get().grow(bytes) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void leavesRoomForOtherConnectionsOfTheSameClient() {
    ClientShare client = ClientShare.ofClient();
    ClientShare greedy = client.ofConnection();
    Budget.Claim claim = budget.openClaim(greedy, 50).orElseThrow();
    assertThat(claim.grow(50)).isTrue();
    assertThat(claim.grow(1)).as("more than stays free").isFalse();
    assertThat(budget.openClaim(greedy, 1)).isEmpty();
    assertThat(budget.openClaim(client.ofConnection(), 10)).isPresent();
  }

  @Test
  void keepsNobodyWaitingForAShareThatIsUsedUp() {
    ClientShare client = ClientShare.ofClient();
    ClientShare greedy = client.ofConnection();
    budget.claimWhenFree(greedy, 50, () -> granted.add("first"));
    budget.claimWhenFree(greedy, 20, () -> granted.add("second"));
    budget.claimWhenFree(client.ofConnection(), 20, () -> granted.add("other"));
    assertThat(granted).containsExactly("first", "other");
  }

  @Test
  void losesNothingAmongThreads() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(Thread.startVirtualThread(this::claimOften));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(budget.usedBytes()).isZero();
    assertThat(budget.openClaim(OWN_PROCESS, 100)).isPresent();
  }

  private void claimOften() {
    var random = ThreadLocalRandom.current();
    for (int i = 0; i < 1000; i++) {
      Optional<Budget.Claim> claim = budget.openClaim(OWN_PROCESS, random.nextInt(60));
      try (Budget.Claim waiting =
          budget.claimWhenFree(OWN_PROCESS, random.nextInt(120), () -> {})) {
        claim.ifPresent(c -> c.grow(random.nextInt(40)));
        waiting.resize(random.nextInt(60));
        claim.ifPresent(c -> c.resize(random.nextInt(60)));
      }
      claim.ifPresent(Budget.Claim::close);
    }
  }

  @Test
  void refusesNobodyForOneWhoIsBeingServed() throws InterruptedException {
    var ample = new Budget(1 << 30);
    Thread asking =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 100_000; i++) {
                    ample.claimWhenFree(OWN_PROCESS, 10, () -> {}).close();
                  }
                });
    int refused = 0;
    while (asking.isAlive()) {
      Optional<Budget.Claim> claim = ample.openClaim(OWN_PROCESS, 10);
      refused += claim.isEmpty() ? 1 : 0;
      claim.ifPresent(Budget.Claim::close);
    }
    asking.join();
    assertThat(refused).isZero();
  }
}
