package dev.kiln.runtime;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a call gave: how it ended, what the function left, and what that cost.
 *
 * <p>A runner leaves nothing, or bytes that are passed on as they are, or a list, which the
 * Evaluator checks and serializes.
 */
public final class Outcome {
  private final Ending ending;
  private final Output output;
  private final String function;
  private final Timing timing;

  private Outcome(Ending ending, Output output, String function, Timing timing) {
    this.ending = ending;
    this.output = output;
    this.function = function;
    this.timing = timing;
  }

  /** An outcome that left nothing. */
  public static Outcome of(Ending ending) {
    return of(ending, Output.NONE);
  }

  /** An outcome whose bytes are passed on as they are. */
  public static Outcome of(Ending ending, byte[] bytes) {
    return of(ending, Output.NONE.with(bytes));
  }

  /** The same, of bytes that were read already. */
  static Outcome of(Ending ending, byte[] bytes, Node read) {
    return of(ending, new Output(null, bytes, List.of(), read));
  }

  /**
   * An outcome with a list.
   *
   * @param list the invocation's list with what the function did to it, so that its envelope and
   *     the results it came with are as they were
   * @param added the results in it that this run added
   */
  public static Outcome of(Ending ending, ResourceList list, List<Result> added) {
    return of(ending, new Output(list, null, List.copyOf(added), null));
  }

  /** An outcome that leaves the list as it is, but for a result that tells how the call ended. */
  static Outcome withErrorResult(Ending ending, ResourceList list) {
    List<Result> added = List.of(Result.error(ending.message()));
    return of(ending, list.addResults(added), added);
  }

  private static Outcome of(Ending ending, Output output) {
    return new Outcome(ending, output, "", Timing.NONE);
  }

  /** How the call ended. */
  public Ending ending() {
    return ending;
  }

  /** What a v1 program would end with. */
  public int exitCode() {
    return ending.exitCode();
  }

  /** The serialized list, if the function left one. */
  public Optional<byte[]> bytes() {
    return Optional.ofNullable(output.bytes);
  }

  /**
   * The format of the bytes, where one was asked for: what a program wrote is passed on as it is,
   * and may be YAML where JSON was asked for.
   */
  public Format format(Format asked) {
    byte @Nullable [] passedOn = output.list == null ? output.bytes : null;
    return passedOn == null || startsAsJson(passedOn) ? asked : Format.YAML;
  }

  private static boolean startsAsJson(byte[] bytes) {
    for (byte each : bytes) {
      if (each != ' ' && each != '\n' && each != '\r' && each != '\t') {
        return each == '{';
      }
    }
    return false;
  }

  /** The results that the function added; none where its bytes are passed on unread. */
  public List<Result> results() {
    return output.added;
  }

  /** The name of the function that ran, empty if none did. */
  public String function() {
    return function;
  }

  /** How long each phase took. */
  public Timing timing() {
    return timing;
  }

  /** The list, unless the function's bytes are passed on unread. */
  public Optional<ResourceList> list() {
    return Optional.ofNullable(output.list);
  }

  /**
   * The list that the function left, also where its bytes are passed on unread; empty if it left
   * nothing. One without items has none.
   *
   * @throws BadInput if the bytes are no ResourceList
   */
  public Optional<ResourceList> outputList() {
    return output.list == null && output.bytes != null
        ? Optional.of(
            output.read == null
                ? ProgramOutput.list(output.bytes)
                : ProgramOutput.list(output.read))
        : list();
  }

  Outcome serialized(byte[] bytes) {
    return new Outcome(ending, output.with(bytes), function, timing);
  }

  /** What is left of it once the next step has the list. */
  Outcome withoutList() {
    return new Outcome(ending, output.withoutList(), function, timing);
  }

  Outcome ranBy(String name) {
    return new Outcome(ending, output, name, timing);
  }

  Outcome took(Timing measured) {
    return new Outcome(ending, output, function, measured);
  }

  /**
   * What a runner left.
   *
   * @param read the bytes' value, where somebody read it
   */
  @SuppressWarnings("ArrayRecordComponent") // private, and never compared
  private record Output(
      @Nullable ResourceList list,
      byte @Nullable [] bytes,
      List<Result> added,
      @Nullable Node read) {
    static final Output NONE = new Output(null, null, List.of(), null);

    Output with(byte[] other) {
      return new Output(list, other, added, null);
    }

    Output withoutList() {
      return new Output(null, bytes, added, null);
    }
  }
}
