package dev.kiln.runtime;

import dev.kiln.sdk.Format;
import dev.kiln.sdk.ResourceList;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call: the bytes of a ResourceList and what the caller asks for. The list is parsed when it is
 * first read; a caller in the same process may give the list itself.
 */
public final class Invocation {
  private final Input input;
  private final Request request;
  private final Log log;
  private final Cancellation cancellation;

  private Invocation(Input input, Request wish, Log log, Cancellation cancellation) {
    this.input = input;
    this.request = wish;
    this.log = log;
    this.cancellation = cancellation;
  }

  /** A call with a serialized list. The array must not change any more. */
  public static Invocation of(byte[] bytes) {
    return of(new Input(bytes, null, null));
  }

  /**
   * A call with a list that must be unpacked first.
   *
   * @param unpack called once, on the thread of the call; may throw {@link NothingRanException}
   */
  public static Invocation packed(byte[] bytes, UnaryOperator<byte[]> unpack) {
    return of(new Input(bytes, null, unpack));
  }

  /** A call with a list that is parsed already. */
  public static Invocation of(ResourceList list) {
    return of(new Input(null, list, null));
  }

  private static Invocation of(Input input) {
    return new Invocation(input, Request.NONE, newLog(), new Cancellation());
  }

  private static Log newLog() {
    return Log.keeping(48 << 10);
  }

  /** This call, to the function of that name. */
  public Invocation function(String name) {
    return requesting(new Request(name, request.image, request.format, request.deadline));
  }

  /** This call, to the function that stands in for that image. */
  public Invocation image(String image) {
    return requesting(new Request(request.function, image, request.format, request.deadline));
  }

  /** This call, answered in that format. Without it the answer has the format of the input. */
  public Invocation answeredIn(Format format) {
    return requesting(new Request(request.function, request.image, format, request.deadline));
  }

  /** This call, to be done by then. A deadline can only be brought forward. */
  public Invocation by(Instant deadline) {
    Instant own = request.deadline;
    Instant first = own == null || deadline.isBefore(own) ? deadline : own;
    return requesting(new Request(request.function, request.image, request.format, first));
  }

  /** A part of this call, with another list, configuration included, and a log of its own. */
  Invocation part(ResourceList list) {
    var part = new Invocation(new Input(null, list, null), Request.NONE, newLog(), cancellation);
    return request.deadline == null ? part : part.by(request.deadline);
  }

  /** This call, its function writing to that log. */
  public Invocation log(Log to) {
    return new Invocation(input, request, to, cancellation);
  }

  private Invocation requesting(Request other) {
    return new Invocation(input, other, log, cancellation);
  }

  /** The name of the function, if the caller gave it. */
  public Optional<String> function() {
    return Optional.ofNullable(request.function);
  }

  /** The image that the function stands in for, if the caller gave it. */
  public Optional<String> image() {
    return Optional.ofNullable(request.image);
  }

  /** The format of the answer, if the caller gave it. */
  public Optional<Format> format() {
    return Optional.ofNullable(request.format);
  }

  /** By when the call is to be done, if there is a limit. */
  public Optional<Instant> deadline() {
    return Optional.ofNullable(request.deadline);
  }

  /** Where the function writes for people. */
  public Log log() {
    return log;
  }

  /** Ends the call, or tells that it was ended. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** The serialized list. */
  public byte[] bytes() {
    return input.bytes();
  }

  /**
   * The list.
   *
   * @throws dev.kiln.sdk.BadInput if the bytes are no ResourceList
   */
  public ResourceList list() {
    return input.list();
  }

  /** The size of the message; 0 for a list that came without bytes. */
  long size() {
    return input.size();
  }

  Invocation within(Duration timeout) {
    return by(Instant.now().plus(timeout));
  }

  private record Request(
      @Nullable String function,
      @Nullable String image,
      @Nullable Format format,
      @Nullable Instant deadline) {
    static final Request NONE = new Request(null, null, null, null);
  }

  /** One message in two forms, each made from the other at most once. */
  private static final class Input {
    private byte @Nullable [] bytes; // guarded by this
    private @Nullable ResourceList list; // guarded by this
    private @Nullable UnaryOperator<byte[]> unpack; // guarded by this; null once it was used

    Input(
        byte @Nullable [] bytes,
        @Nullable ResourceList list,
        @Nullable UnaryOperator<byte[]> unpack) {
      this.bytes = bytes;
      this.list = list;
      this.unpack = unpack;
    }

    synchronized long size() {
      return bytes == null ? 0 : bytes.length;
    }

    synchronized byte[] bytes() {
      if (bytes == null) {
        bytes = list().bytes();
      }
      if (unpack != null) {
        bytes = unpack.apply(bytes);
        unpack = null;
      }
      return bytes;
    }

    synchronized ResourceList list() {
      if (list == null) {
        list = ResourceList.parse(bytes());
      }
      return list;
    }
  }
}
