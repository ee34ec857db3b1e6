package dev.kiln.conformance.faults;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A way in which a host is broken over HTTP.
 *
 * @param clause what it breaks
 * @param cases those that fail for it
 * @param when for which requests it is
 * @param asks what the function is asked instead
 * @param answers what the client is told instead
 * @param interims what it is told before the answer, in place of 100 Continue
 * @param forwardsHangUp whether the function is told of a client that is gone
 * @param answersEarly whether a head is passed on before its body has come
 */
record HttpFault(
    String clause,
    List<String> cases,
    Predicate<HttpMessage> when,
    UnaryOperator<HttpMessage> asks,
    UnaryOperator<HttpMessage> answers,
    String interims,
    boolean forwardsHangUp,
    boolean answersEarly)
    implements Fault {
  static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

  /** What is to be broken; the rest says how. */
  static HttpFault breaks(String clause, String... cases) {
    UnaryOperator<HttpMessage> same = UnaryOperator.identity();
    return new HttpFault(clause, List.of(cases), _ -> true, same, same, CONTINUE, true, false);
  }

  HttpFault when(Predicate<HttpMessage> when) {
    return new HttpFault(
        clause, cases, when, asks, answers, interims, forwardsHangUp, answersEarly);
  }

  /** Where the list that is sent has this text. */
  HttpFault whenAsked(String text) {
    return when(request -> request.has(text));
  }

  HttpFault asks(UnaryOperator<HttpMessage> instead) {
    return new HttpFault(
        clause, cases, when, instead, answers, interims, forwardsHangUp, answersEarly);
  }

  HttpFault answers(UnaryOperator<HttpMessage> instead) {
    return new HttpFault(
        clause, cases, when, asks, instead, interims, forwardsHangUp, answersEarly);
  }

  HttpFault interims(String instead) {
    return new HttpFault(clause, cases, when, asks, answers, instead, forwardsHangUp, answersEarly);
  }

  HttpFault ignoringHangUp() {
    return new HttpFault(clause, cases, when, asks, answers, interims, false, answersEarly);
  }

  HttpFault answeringEarly() {
    return new HttpFault(clause, cases, when, asks, answers, interims, forwardsHangUp, true);
  }

  @Override
  public String toString() {
    return name();
  }
}
