package dev.kiln.bench.attack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The program of an {@link AttackerProcess}. */
final class Attacker {
  private static final int CONNECTIONS = 64;
  private static final long SEED = 23;
  private static final long MAX_STALL_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Map<String, HttpAttacks.Attack> attacks;
  private final int seconds;

  private Attacker(Map<String, HttpAttacks.Attack> attacks, int seconds) {
    this.attacks = attacks;
    this.seconds = seconds;
  }

  /**
   * Prints the names of all attacks, then runs each that is named on a line of stdin, and prints
   * what came back.
   *
   * @param args the ports of the host, the size of its largest list, and the seconds for each
   *     attack
   */
  public static void main(String[] args) throws Exception {
    int seconds = Integer.parseInt(args[3]);
    long stall = Math.min(MAX_STALL_NANOS, TimeUnit.SECONDS.toNanos(seconds) / 2);
    var http = new HttpAttacks(address(args[0]), Integer.parseInt(args[2]), stall);
    Map<String, HttpAttacks.Attack> attacks = http.all();
    attacks.putAll(new Http2Attacks(address(args[1]), stall).all());
    System.out.println(String.join("\t", attacks.keySet()));
    new Attacker(attacks, seconds).attackAll();
  }

  private static InetSocketAddress address(String port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  private void attackAll() throws Exception {
    var names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      System.out.println(attack(Objects.requireNonNull(attacks.get(name))));
    }
  }

  private Answers attack(HttpAttacks.Attack attack) throws InterruptedException {
    var answers = new Answers();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      var random = new Random(SEED + i);
      threads.add(
          Thread.ofPlatform()
              .start(() -> attackWhile(() -> System.nanoTime() < end, attack, random, answers)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return answers;
  }

  private static void attackWhile(
      BooleanSupplier goOn, HttpAttacks.Attack attack, Random random, Answers answers) {
    while (goOn.getAsBoolean()) {
      try {
        attack.run(random, answers);
      } catch (SocketTimeoutException e) {
        answers.add("silence");
      } catch (SocketException e) {
        answers.add("reset");
      } catch (IOException e) {
        answers.add("closed");
      }
    }
  }
}
