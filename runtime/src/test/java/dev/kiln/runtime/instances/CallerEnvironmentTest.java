package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CallerEnvironmentTest {
  @Test
  void hasTheLocaleThatTheCallerSet() {
    assertThat(
            CallerEnvironment.of(
                Map.of("A", "1", "LC_ALL", "C.UTF-8", "KILN_CALLER_LC_ALL", "POSIX")))
        .isEqualTo(Map.of("A", "1", "LC_ALL", "POSIX"));
  }

  @Test
  void hasNoLocaleIfTheCallerSetNone() {
    assertThat(
            CallerEnvironment.of(Map.of("A", "1", "LC_ALL", "C.UTF-8", "KILN_CALLER_LC_ALL", "")))
        .isEqualTo(Map.of("A", "1"));
  }

  @Test
  void hasTheLocaleThatNobodyChanged() {
    assertThat(CallerEnvironment.of(Map.of("LC_ALL", "C"))).isEqualTo(Map.of("LC_ALL", "C"));
  }
}
