package dev.kiln.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls in the order in which they run: clients take turns, within a client its connections do, and
 * the calls of a connection run in the order in which they came. Not thread-safe.
 */
final class CallTurns {
  /** The clients that have calls, in the order of their turns, and so for connections. */
  private final Map<ClientShare, Map<ClientShare, Deque<CallQueue.QueuedCall>>> clients =
      new LinkedHashMap<>();

  private int size;

  int size() {
    return size;
  }

  void add(CallQueue.QueuedCall call) {
    ClientShare sender = call.sender();
    clients
        .computeIfAbsent(sender.client(), _ -> new LinkedHashMap<>())
        .computeIfAbsent(sender, _ -> new ArrayDeque<>())
        .add(call);
    size++;
  }

  /** Removes the call whose turn it is, if the memory for it is free. */
  CallQueue.@Nullable QueuedCall pollIfMemoryFree() {
    if (size == 0) {
      return null;
    }
    var client = clients.entrySet().iterator().next();
    var connection = client.getValue().entrySet().iterator().next();
    CallQueue.QueuedCall next = connection.getValue().getFirst();
    if (!next.takeMemory()) {
      return null;
    }
    connection.getValue().removeFirst();
    size--;
    endTurn(client.getValue(), connection.getKey(), connection.getValue().isEmpty());
    endTurn(clients, client.getKey(), client.getValue().isEmpty());
    return next;
  }

  private static <T> void endTurn(
      Map<ClientShare, T> turns, ClientShare current, boolean isWithoutCalls) {
    if (turns.size() > 1 || isWithoutCalls) {
      T rest = turns.remove(current);
      if (!isWithoutCalls && rest != null) {
        turns.put(current, rest); // the last in turn
      }
    }
  }

  boolean remove(CallQueue.QueuedCall call) {
    ClientShare sender = call.sender();
    var connections = clients.get(sender.client());
    var calls = connections == null ? null : connections.get(sender);
    if (connections == null || calls == null || !calls.remove(call)) {
      return false;
    }
    size--;
    if (calls.isEmpty()) {
      connections.remove(sender);
    }
    if (connections.isEmpty()) {
      clients.remove(sender.client());
    }
    return true;
  }

  /** How many calls a connection has here, or a client with all its connections. */
  int callsOf(ClientShare sender) {
    var connections = clients.getOrDefault(sender.client(), Map.of());
    return connections.entrySet().stream()
        .filter(each -> sender == sender.client() || each.getKey() == sender)
        .mapToInt(each -> each.getValue().size())
        .sum();
  }

  /** How many calls may run before one that this sender adds now. */
  int callsBefore(ClientShare sender) {
    var connections = clients.getOrDefault(sender.client(), Map.of());
    var own = connections.get(sender);
    long turns = own == null ? connections.size() : (own.size() + 1L) * connections.size();
    return (int) Math.min(size, (turns + 1) * clients.size());
  }

  List<CallQueue.QueuedCall> all() {
    List<CallQueue.QueuedCall> all = new ArrayList<>(size);
    clients.values().forEach(those -> those.values().forEach(all::addAll));
    return all;
  }
}
