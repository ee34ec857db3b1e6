package dev.kiln.conformance.doors;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Addresses for servers that the kit starts. */
public final class Ports {
  /** Below those that systems give to whoever asks for any port, and takes this one meanwhile. */
  private static final int FIRST = 15_000;

  private static final int END = 30_000;

  /** A port that was found to be free stays so until it is used, and is not found twice. */
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private Ports() {}

  /** An address on which nobody listens, and which was not given to anybody before. */
  public static InetSocketAddress free() {
    int port = any();
    while (!GIVEN.add(port) || !isFree(port)) { // in this order: to look takes it for a moment
      port = any();
    }
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static int any() {
    return ThreadLocalRandom.current().nextInt(FIRST, END);
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException _) {
      return false;
    }
  }

  /** As a flag or variable takes it. */
  public static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /** The spec's variable for a door. */
  public static String variable(Door door) {
    return "KRM_FUNCTION_" + door.name() + "_ADDRESS";
  }

  /** The spec's flag for a door. */
  public static String flag(Door door) {
    return "--" + door.word() + "-addr";
  }

  /** Whether somebody listens there before the server is gone or the time has passed. */
  public static boolean awaitListening(String address, Server server, Duration patience) {
    return Until.holds(patience, () -> !server.isAlive() || isListening(address))
        && server.isAlive();
  }

  /** Whether somebody listens there now. */
  public static boolean isListening(String address) {
    int colon = address.lastIndexOf(':');
    try (var socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
          1000);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
