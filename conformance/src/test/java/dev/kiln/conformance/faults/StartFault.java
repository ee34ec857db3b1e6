package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.TargetDoor;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A way in which a program is broken when it is started.
 *
 * @param clause what it breaks
 * @param cases those that fail for it
 * @param doors those that it has
 * @param when for which starts it is
 * @param starts how it starts instead
 * @param front what stands before one of its addresses
 * @param ends what it answers instead, as a program of version 1, to a list
 */
record StartFault(
    String clause,
    List<String> cases,
    Set<TargetDoor> doors,
    Predicate<ProgramStart> when,
    UnaryOperator<ProgramStart> starts,
    Optional<Front> front,
    Ends ends)
    implements Fault {

  /** What it answers to a list. */
  interface Ends {
    ProgramOutput apply(String list, ProgramOutput end);
  }

  /** Something that listens in the place of the program. */
  interface Proxy {
    AutoCloseable open(InetSocketAddress address, InetSocketAddress host);
  }

  /**
   * What stands before an address.
   *
   * @param variable where the address is
   * @param isAlone whether the program does not listen there anyway
   */
  record Front(String variable, Proxy proxy, boolean isAlone) {}

  /** What is to be broken; the rest says how. */
  static StartFault breaks(Set<TargetDoor> doors, String clause, String... cases) {
    return new StartFault(
        clause,
        List.of(cases),
        doors,
        _ -> true,
        UnaryOperator.identity(),
        Optional.empty(),
        (_, end) -> end);
  }

  StartFault when(Predicate<ProgramStart> when) {
    return new StartFault(clause, cases, doors, when, starts, front, ends);
  }

  StartFault starts(UnaryOperator<ProgramStart> instead) {
    return new StartFault(clause, cases, doors, when, instead, front, ends);
  }

  StartFault behind(String variable, Proxy proxy) {
    return with(new Front(variable, proxy, false));
  }

  StartFault beside(String variable, Proxy proxy) {
    return with(new Front(variable, proxy, true));
  }

  private StartFault with(Front other) {
    return new StartFault(clause, cases, doors, when, starts, Optional.of(other), ends);
  }

  StartFault ends(Ends instead) {
    return new StartFault(clause, cases, doors, when, starts, front, instead);
  }

  @Override
  public String toString() {
    return name();
  }
}
