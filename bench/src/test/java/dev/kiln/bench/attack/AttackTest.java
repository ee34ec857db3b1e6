package dev.kiln.bench.attack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A host with little memory survives each attack, and answers a quiet caller beside it. */
class AttackTest {
  @Test
  void survives() throws Exception {
    var attack = new Attack(1);
    attack.attackHost("128m");
    assertThat(attack.wrong()).isEmpty();
  }
}
