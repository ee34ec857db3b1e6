package dev.kiln.conformance.faults;

import dev.kiln.conformance.cases.ConformanceCase;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who starts or ends in a way that is broken fails there, and only there. Of the cases those are
 * asked that a start can change: with other addresses, with other limits, or without both.
 */
@Execution(ExecutionMode.CONCURRENT)
class LaunchFaultsTest {
  @AutoClose private static StandInServer programs;

  @BeforeAll
  static void open() throws IOException {
    programs = new StandInServer();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("addresses")
  void failsTheAddressThatIsBrokenOnly(LaunchFault fault) throws Exception {
    judge(fault, each -> isServed(each) && each.body().find("start").isEmpty());
  }

  static Stream<LaunchFault> addresses() {
    return LaunchFaults.addresses();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("limits")
  void failsTheLimitThatIsBrokenOnly(LaunchFault fault) throws Exception {
    judge(fault, each -> isServed(each) && each.body().find("start").isPresent());
  }

  static Stream<LaunchFault> limits() {
    return Stream.concat(LaunchFaults.limits(), LaunchFaults.ends());
  }

  private static boolean isServed(ConformanceCase asked) {
    return asked.needs().contains("served");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void failsWhatIsBrokenOnStdinOnly(LaunchFault fault) throws Exception {
    judge(fault, each -> each.doors().contains("stdin"));
  }

  static Stream<LaunchFault> programs() {
    return LaunchFaults.programs();
  }

  private static void judge(LaunchFault fault, Predicate<ConformanceCase> cases) throws Exception {
    FaultAssertions.failsOnly(
        fault, JudgeSetup.of(fault).withCases(cases).failed(programs.target(fault), fault.doors()));
  }
}
