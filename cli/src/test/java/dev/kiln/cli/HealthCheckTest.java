package dev.kiln.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthCheckTest {
  private static final HealthCheck ADMIN = HealthCheck.ofAdmin(":9090");

  @Test
  void connectsToAnAdminAddressWithTlsAndHangsUp() {
    var words = List.of("--http-addr=:8080", "--admin-addr=:9090", "--admin-tls", "on");
    assertThat(HealthCheck.of(words, Map.of())).contains(new HealthCheck("admin", ":9090", "", ""));
  }

  @Test
  void asksAtTheAdminAddressIfThereIsOne() {
    assertThat(check("serve", "--admin-addr", ":9090", "--log-format=json", "--http-addr=:8080"))
        .isEqualTo(ADMIN);
  }

  @Test
  void asksTheDoorForHttpElseTheOneForGrpc() {
    HealthCheck http = check("--grpc-addr=:8081", "--http-addr=:8080");
    assertThat(http.door()).isEqualTo("http");
    assertThat(http.address()).isEqualTo(":8080");

    HealthCheck grpc = check("--grpc-addr", "unix:///run/grpc.sock");
    assertThat(grpc.door()).isEqualTo("grpc");
    assertThat(grpc.address()).isEqualTo("unix:///run/grpc.sock");
  }

  @Test
  void readsTheVariablesWhereThereAreNoFlags() {
    var variables =
        Map.of("KRM_FUNCTION_HTTP_ADDRESS", ":8080", "KRM_FUNCTION_ADMIN_ADDRESS", ":1");
    assertThat(HealthCheck.of(List.of("--admin-addr", ":9090"), variables)).contains(ADMIN);
    assertThat(HealthCheck.of(List.of("java"), variables)).contains(HealthCheck.ofAdmin(":1"));
  }

  @Test
  void asksNobodyWhereNothingIsOpen() {
    var image = Map.of("KRM_FUNCTION_ADMIN_ADDRESS", ":9090", "KRM_FUNCTION_HTTP_ADDRESS", "");
    assertThat(HealthCheck.of(List.of("java", "--function", "f"), image)).isEmpty();
  }

  @Test
  void takesTheValueOfAnotherFlagForNoFlag() {
    assertThat(HealthCheck.of(List.of("--http-addr", "--grpc-addr", ":1"), Map.of()))
        .map(HealthCheck::address)
        .contains("--grpc-addr");
  }

  private static HealthCheck check(String... words) {
    return HealthCheck.of(List.of(words), Map.of()).orElseThrow();
  }
}
