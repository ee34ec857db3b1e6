package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.ClientShare;
import dev.kiln.server.calls.Clients;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Which connections share what one client may have. */
class ClientsTest {
  private final Clients clients = new Clients();
  private final Budget budget = new Budget(100 << 20);

  private ClientShare connect(String address) {
    return clients.connected(new InetSocketAddress(address, 1), null).share();
  }

  private boolean canTake(ClientShare share, long megabytes) {
    return budget
        .openClaim(share, megabytes << 20)
        .filter(claim -> claim.grow(megabytes << 20))
        .isPresent();
  }

  @Test
  void countsConnectionsOfOneAddressTogether() {
    assertThat(canTake(connect("192.0.2.1"), 50)).isTrue();
    assertThat(canTake(connect("192.0.2.1"), 20)).isTrue();
    assertThat(canTake(connect("192.0.2.1"), 10)).as("three times what stays free").isFalse();
    assertThat(canTake(connect("192.0.2.2"), 10)).isTrue();
  }

  @Test
  void countsTheAddressesOfOneIpv6NetworkTogether() {
    assertThat(canTake(connect("2001:db8::1"), 50)).isTrue();
    assertThat(canTake(connect("2001:db8::2"), 20)).isTrue();
    assertThat(canTake(connect("2001:db8::3"), 10)).isFalse();
    assertThat(canTake(connect("2001:db8:0:1::1"), 10)).isTrue();
  }

  @Test
  void forgetsAClientWithItsLastConnection() {
    Clients.Connection first = clients.connected(new InetSocketAddress("192.0.2.1", 1), null);
    assertThat(canTake(first.share(), 50)).isTrue();
    first.close();
    assertThat(canTake(connect("192.0.2.1"), 25)).as("a client anew").isTrue();
  }

  @Test
  void takesAllUsersOfASocketForOneClient() {
    assertThat(canTake(clients.connected(null, null).share(), 50)).isTrue();
    assertThat(canTake(clients.connected(null, null).share(), 25)).isTrue();
    assertThat(canTake(clients.connected(null, null).share(), 10)).isFalse();
  }
}
