package dev.kiln.conformance.targets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses and formats addresses for servers that the kit starts. */
public final class ServerAddresses {
  /** Below those that systems give to whoever asks for any port, and takes this one meanwhile. */
  private static final int FIRST = 15_000;

  private static final int END = 30_000;

  /** A port that was found to be free stays so until it is used, and is not found twice. */
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private ServerAddresses() {}

  /**
   * An address on which nobody listens, and which was not given to anybody before. It is not tried
   * by taking it: a process that is started at this moment holds it for a moment longer.
   */
  public static InetSocketAddress free() {
    InetSocketAddress address = any();
    while (!GIVEN.add(address.getPort()) || isListening(text(address))) {
      address = any();
    }
    return address;
  }

  private static InetSocketAddress any() {
    int port = ThreadLocalRandom.current().nextInt(FIRST, END);
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** As a flag or variable takes it. */
  public static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /** What such a text names. */
  public static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /** The spec's variable for a door. */
  public static String variable(TargetDoor door) {
    return "KRM_FUNCTION_" + door.name() + "_ADDRESS";
  }

  /** The spec's variables for both doors. */
  public static Map<String, String> variables(String http, String grpc) {
    return Map.of(variable(TargetDoor.HTTP), http, variable(TargetDoor.GRPC), grpc);
  }

  /** The spec's flag for a door. */
  public static String flag(TargetDoor door) {
    return "--" + door.word() + "-addr";
  }

  /** Whether somebody listens there before the server is gone or the time has passed. */
  public static boolean awaitListening(String address, TargetServer server, Duration patience) {
    return Polling.until(patience, () -> !server.isAlive() || isListening(address))
        && server.isAlive();
  }

  /** Whether somebody listens there now. */
  public static boolean isListening(String address) {
    try (var socket = new Socket()) {
      socket.connect(address(address), 1000);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
