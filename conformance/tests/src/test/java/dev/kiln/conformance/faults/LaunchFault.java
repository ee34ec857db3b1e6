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
record LaunchFault(
    String clause,
    List<String> cases,
    Set<TargetDoor> doors,
    Predicate<ProgramLaunch> when,
    UnaryOperator<ProgramLaunch> starts,
    Optional<FrontListener> front,
    Ends ends)
    implements Fault {

  /** What it answers to a list. */
  interface Ends {
    FaultyProgramResult apply(String list, FaultyProgramResult end);
  }

  /** Something that listens in the place of the program. */
  interface Proxy {
    AutoCloseable open(InetSocketAddress address, InetSocketAddress host);
  }

  /**
   * What stands before an address.
   *
   * @param variable where the address is
   * @param replacesProgram whether the program does not listen there anyway
   */
  record FrontListener(String variable, Proxy proxy, boolean replacesProgram) {}

  /** What is to be broken; the rest says how. */
  static LaunchFault breaks(Set<TargetDoor> doors, String clause, String... cases) {
    return new LaunchFault(
        clause,
        List.of(cases),
        doors,
        _ -> true,
        UnaryOperator.identity(),
        Optional.empty(),
        (_, end) -> end);
  }

  LaunchFault when(Predicate<ProgramLaunch> when) {
    return new LaunchFault(clause, cases, doors, when, starts, front, ends);
  }

  LaunchFault starts(UnaryOperator<ProgramLaunch> instead) {
    return new LaunchFault(clause, cases, doors, when, instead, front, ends);
  }

  LaunchFault behind(String variable, Proxy proxy) {
    return with(new FrontListener(variable, proxy, false));
  }

  LaunchFault beside(String variable, Proxy proxy) {
    return with(new FrontListener(variable, proxy, true));
  }

  private LaunchFault with(FrontListener other) {
    return new LaunchFault(clause, cases, doors, when, starts, Optional.of(other), ends);
  }

  LaunchFault ends(Ends instead) {
    return new LaunchFault(clause, cases, doors, when, starts, front, instead);
  }

  @Override
  public String toString() {
    return name();
  }
}
