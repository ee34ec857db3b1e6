package dev.kiln.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingTest {
  @Test
  void listensAndSaysWhere() throws IOException {
    try (var listener = TestListener.on("localhost:0")) {
      assertThat(listener.open()).isEqualTo("127.0.0.1:" + port(listener));
      assertThat(TestListener.greeting(listener.bound())).isEqualTo("hello");
    }
  }

  @ParameterizedTest
  @CsvSource({"'', ''", "0.0.0.0, 0.0.0.0", "[::], [::]", "[0::1], [::1]"})
  void writesAddressesAsPeopleDo(String host, String shown) {
    try (var listener = TestListener.on(host + ":0")) {
      assertThat(listener.open()).isEqualTo(shown + ":" + port(listener));
    }
  }

  @Test
  void saysThatAnAddressIsInUse() {
    try (var first = TestListener.on("127.0.0.1:0")) {
      String address = first.open();
      assertThat(
              Binding.why(catchThrowable(() -> TestListener.on(address)), Address.parse(address)))
          .isEqualTo(
              "\"%s\": address already in use, another program listens there".formatted(address));
    }
  }

  @Test
  void saysThatNoInterfaceHasTheAddress() {
    Throwable failure = catchThrowable(() -> TestListener.on("192.0.2.1:0"));
    assertThat(Binding.why(failure, Address.parse("192.0.2.1:0")))
        .isEqualTo(
            "\"192.0.2.1:0\": cannot assign requested address, no interface of this machine has"
                + " it");
  }

  @Test
  void refusesAHostThatNobodyKnows() {
    var address = new Address.Tcp("nobody.invalid", 80);
    assertThatThrownBy(() -> Binding.of(address, Binding.SOCKET_MODE))
        .isInstanceOf(BadAddress.class)
        .hasMessage("\"nobody.invalid:80\": unknown host");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:80, '\"localhost:80\": permission denied, ports below 1024 are privileged'",
    "localhost:8080, '\"localhost:8080\": permission denied'",
    "unix:///run/k.sock, '\"unix:///run/k.sock\": permission denied'",
  })
  void saysThatPermissionIsDenied(String address, String line) {
    var wrapped = new IOException("Failed to bind", new BindException("Permission denied"));
    assertThat(Binding.why(wrapped, Address.parse(address))).isEqualTo(line);
  }

  @Test
  void saysThatAHostIsUnknown() {
    var address = Address.parse("nobody:80");
    assertThat(Binding.why(new UnresolvedAddressException(), address))
        .isEqualTo("\"nobody:80\": unknown host");
    assertThat(Binding.why(new UnknownHostException("nobody"), address))
        .isEqualTo("\"nobody:80\": unknown host");
  }

  @Test
  void passesOnWhatItDoesNotKnowInOneLine() {
    assertThat(Binding.why(new IOException("Disk on\nfire"), Address.parse(":80")))
        .isEqualTo("\":80\": disk on fire");
    assertThat(Binding.why(new IOException(), Address.parse(":80")))
        .isEqualTo("\":80\": IOException");
  }

  private static int port(TestListener listener) {
    return ((InetSocketAddress) listener.bound()).getPort();
  }
}
