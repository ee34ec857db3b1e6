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
 * The result of a call: how it ended, what the function returned, and how long it took.
 *
 * <p>A runner returns nothing, or bytes that are passed on unchanged, or a list, which the
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

  /** An outcome without output. */
  public static Outcome of(Ending ending) {
    return of(ending, Output.NONE);
  }

  /** An outcome whose bytes are passed on unchanged. */
  public static Outcome of(Ending ending, byte[] bytes) {
    return of(ending, Output.NONE.with(bytes));
  }

  /** An outcome with bytes that were parsed already. */
  static Outcome of(Ending ending, byte[] bytes, Node read) {
    return of(ending, new Output(null, bytes, List.of(), read, false));
  }

  /**
   * An outcome with a list.
   *
   * @param list the invocation's list with the changes of the function; its envelope and its
   *     earlier results are unchanged
   * @param added the results in the list that this run added
   */
  public static Outcome of(Ending ending, ResourceList list, List<Result> added) {
    return of(ending, new Output(list, null, List.copyOf(added), null, false));
  }

  /** An outcome with an unchanged list, except for an added result that says how the call ended. */
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

  /** The exit code that a v1 program would end with. */
  public int exitCode() {
    return ending.exitCode();
  }

  /** The serialized list, if the function returned one. */
  public Optional<byte[]> bytes() {
    return Optional.ofNullable(output.bytes);
  }

  /**
   * The format of the bytes. The output of a program is passed on unchanged, so it may be YAML
   * although JSON was requested.
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

  /** The results that the function added; none if its bytes are passed on unread. */
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
   * The list that the function returned, even if its bytes are passed on unread; empty if it
   * returned nothing. The list of a failed function may lack the field items: it is read for its
   * results.
   *
   * @throws BadInput if the bytes are not a ResourceList, or lack items although the function
   *     succeeded
   */
  public Optional<ResourceList> outputList() {
    if (output.list != null || output.bytes == null) {
      return list();
    }
    boolean itemsOptional = !(ending instanceof Ending.Done);
    return Optional.of(
        output.read == null
            ? ProgramOutput.list(output.bytes, itemsOptional)
            : ProgramOutput.list(output.read, itemsOptional));
  }

  /**
   * Whether each item of the list is known to come from the input item at its position, and to have
   * the same annotations for orchestrators.
   */
  public boolean keepsItemsInPlace() {
    return output.inPlace;
  }

  Outcome withItemsInPlace() {
    return new Outcome(ending, output.withItemsInPlace(), function, timing);
  }

  Outcome withBytes(byte[] bytes) {
    return new Outcome(ending, output.with(bytes), function, timing);
  }

  /** Returns this outcome without its list, which the next step owns. */
  Outcome withoutList() {
    return new Outcome(ending, output.withoutList(), function, timing);
  }

  Outcome withFunction(String name) {
    return new Outcome(ending, output, name, timing);
  }

  Outcome withTiming(Timing measured) {
    return new Outcome(ending, output, function, measured);
  }

  /**
   * The output of a runner.
   *
   * @param read the parsed bytes, if they were parsed
   * @param inPlace whether each item of the list is known to come from the one at its position
   */
  @SuppressWarnings("ArrayRecordComponent") // private, and never compared
  private record Output(
      @Nullable ResourceList list,
      byte @Nullable [] bytes,
      List<Result> added,
      @Nullable Node read,
      boolean inPlace) {
    static final Output NONE = new Output(null, null, List.of(), null, false);

    Output with(byte[] other) {
      return new Output(list, other, added, null, inPlace);
    }

    Output withoutList() {
      return new Output(null, bytes, added, null, false);
    }

    Output withItemsInPlace() {
      return new Output(list, bytes, added, read, true);
    }
  }
}
