package dev.kiln.client;

import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import java.util.List;
import java.util.Optional;

/**
 * Where functions run, and how.
 *
 * @param box the functions that can be called by name
 * @param host the address of a host that is running already, which runs what it can: named
 *     functions and images; empty to run all in this process
 * @param hostFrom for people: who gave that address, and what to do if nobody answers there
 * @param engine the words of the container engine's command; empty for the first that answers
 * @param once whether there is one run only, so that nothing is started for a next
 * @param asCurrentUser whether containers run as the user of this process, not as nobody
 */
public record Place(
    List<RegisteredFunction> box,
    Optional<String> host,
    String hostFrom,
    List<String> engine,
    boolean once,
    boolean asCurrentUser,
    Limits limits) {
  public Place {
    box = List.copyOf(box);
    engine = List.copyOf(engine);
  }

  /** In this process, with programs, containers and servers alone. */
  public static Place here() {
    return new Place(List.of(), Optional.empty(), "", List.of(), false, false, Limits.defaults());
  }

  /** On a host, as far as it can. */
  public static Place at(String address) {
    return here().withHost(address);
  }

  /** This, with functions that can be called by name. */
  public Place withBox(List<RegisteredFunction> functions) {
    return new Place(functions, host, hostFrom, engine, once, asCurrentUser, limits);
  }

  /** This, with a host. */
  public Place withHost(String address) {
    return withHost(address, "");
  }

  /** This, with a host whose address somebody gave. */
  public Place withHost(String address, String from) {
    return new Place(box, Optional.of(address), from, engine, once, asCurrentUser, limits);
  }

  /** This, with another engine. */
  public Place withEngine(List<String> command) {
    return new Place(box, host, hostFrom, command, once, asCurrentUser, limits);
  }

  /** This, with containers as this process's user, or as nobody. */
  public Place asCurrentUser(boolean current) {
    return new Place(box, host, hostFrom, engine, once, current, limits);
  }

  /** This, for one run. */
  public Place forOneRun() {
    return new Place(box, host, hostFrom, engine, true, asCurrentUser, limits);
  }

  /** This, with other limits. */
  public Place withLimits(Limits others) {
    return new Place(box, host, hostFrom, engine, once, asCurrentUser, others);
  }
}
