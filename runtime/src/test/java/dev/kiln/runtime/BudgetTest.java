package dev.kiln.runtime;

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
    return budget.claimWhenFree(bytes, () -> granted.add(name));
  }

  @Test
  void givesWhatIsThere() {
    Budget.Claim first = budget.claim(60).orElseThrow();
    assertThat(budget.claim(41)).isEmpty();
    assertThat(budget.claim(40)).isPresent();
    assertThat(budget.usedBytes()).isEqualTo(100);
    first.close();
    first.close();
    assertThat(budget.usedBytes()).isEqualTo(40);
    assertThat(budget.claim(60)).isPresent();
  }

  @Test
  void takesNothingForWhatIsOnlyExpected() {
    Budget.Claim silent = budget.openClaim(100).orElseThrow();
    Budget.Claim another = budget.openClaim(100).orElseThrow();
    assertThat(budget.usedBytes()).isZero();
    assertThat(silent.grow(100)).isTrue();
    assertThat(another.grow(1)).isFalse();
    silent.close();
    assertThat(another.grow(1)).isTrue();
  }

  @Test
  void expectsOnlyWhatCouldBeHad() {
    assertThat(budget.openClaim(101)).isEmpty();
    try (Budget.Claim all = budget.claim(90).orElseThrow()) {
      assertThat(budget.openClaim(11)).isEmpty();
      assertThat(budget.openClaim(10)).isPresent();
      await(20, "first");
      assertThat(budget.openClaim(1)).as("somebody waits").isEmpty();
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
    Budget.Claim all = budget.claim(100).orElseThrow();
    Budget.Claim large = await(80, "large");
    Budget.Claim small = await(10, "small");
    all.resize(50);
    assertThat(granted).isEmpty();
    assertThat(budget.claim(1)).as("somebody waits").isEmpty();
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
    Budget.Claim all = budget.claim(100).orElseThrow();
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
    try (Budget.Claim _ = budget.claim(60).orElseThrow()) {
      Budget.Claim large = await(80, "large");
      await(40, "next");
      large.close();
      assertThat(granted).containsExactly("next");
    }
  }

  @Test
  void growsAsFarAsThereIsRoom() {
    Budget.Claim claim = budget.claim(50).orElseThrow();
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
    Budget.Claim all = budget.claim(90).orElseThrow();
    Budget.Claim waiting = await(20, "late");
    assertThat(waiting.grow(5)).isFalse();
    waiting.close();
    all.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void resizesAndServesWhoWaits() {
    Budget.Claim claim = budget.claim(90).orElseThrow();
    Budget.Claim waiting = await(50, "waiting");
    claim.resize(50);
    assertThat(granted).containsExactly("waiting");
    claim.resize(500);
    assertThat(budget.usedBytes()).isEqualTo(550);
    assertThat(budget.claim(1)).isEmpty();
    claim.close();
    claim.resize(70);
    assertThat(budget.usedBytes()).isEqualTo(50);
    waiting.close();
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
    assertThat(budget.claim(100)).isPresent();
  }

  private void claimOften() {
    var random = ThreadLocalRandom.current();
    for (int i = 0; i < 1000; i++) {
      Optional<Budget.Claim> claim = budget.claim(random.nextInt(60));
      try (Budget.Claim waiting = budget.claimWhenFree(random.nextInt(120), () -> {})) {
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
                    ample.claimWhenFree(10, () -> {}).close();
                  }
                });
    int refused = 0;
    while (asking.isAlive()) {
      Optional<Budget.Claim> claim = ample.claim(10);
      refused += claim.isEmpty() ? 1 : 0;
      claim.ifPresent(Budget.Claim::close);
    }
    asking.join();
    assertThat(refused).isZero();
  }
}
