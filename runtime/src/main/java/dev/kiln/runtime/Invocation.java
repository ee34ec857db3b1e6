package dev.kiln.runtime;

import dev.kiln.sdk.Format;
import dev.kiln.sdk.ResourceList;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call: the bytes of a ResourceList and the options of the caller. The bytes are parsed when
 * the list is first read. A caller in the same process may pass a parsed list, and gets one back.
 */
public final class Invocation {
  private final Input input;
  private final Request request;
  private final Log log;
  private final Cancellation cancellation;

  private Invocation(Input input, Request request, Log log, Cancellation cancellation) {
    this.input = input;
    this.request = request;
    this.log = log;
    this.cancellation = cancellation;
  }

  /** A call with a serialized list. The caller must not change the array afterwards. */
  public static Invocation of(byte[] bytes) {
    return of(new Input(bytes, null, null, 0));
  }

  /**
   * A call with a list that must be unpacked first.
   *
   * @param announced the size that the list has, by what its sender says
   * @param unpack called once, on the thread of the call; may throw {@link NothingRanException}
   */
  public static Invocation packed(byte[] bytes, long announced, UnaryOperator<byte[]> unpack) {
    return of(new Input(bytes, null, unpack, announced));
  }

  /** A call with a list that is parsed already; its answer is a list that is not serialized. */
  public static Invocation of(ResourceList list) {
    return of(new Input(null, list, null, 0));
  }

  private static Invocation of(Input input) {
    return new Invocation(input, Request.NONE, newLog(), new Cancellation());
  }

  private static Log newLog() {
    return Log.keeping(48 << 10);
  }

  /** Returns this call, addressed to the function of this name. */
  public Invocation function(String name) {
    return withRequest(request.withFunction(name));
  }

  /** Returns this call, addressed to the function that replaces this image. */
  public Invocation image(String image) {
    return withRequest(request.withImage(image));
  }

  /** Returns this call with this format for the answer; the default is the format of the input. */
  public Invocation withAnswerFormat(Format format) {
    return withRequest(request.withFormat(format));
  }

  /** Returns this call with this deadline, if it is earlier than the current one. */
  public Invocation withDeadline(Instant deadline) {
    Instant own = request.deadline;
    Instant first = own == null || deadline.isBefore(own) ? deadline : own;
    return withRequest(request.withDeadline(first));
  }

  /**
   * Returns a part of this call, with another list, which includes its configuration, and its own
   * log.
   */
  Invocation subCall(ResourceList list) {
    var input = new Input(null, list, null, 0);
    return new Invocation(input, request.withoutFunction(), newLog(), cancellation);
  }

  /** Returns this call, controlled by the given cancellation. */
  public Invocation withCancellation(Cancellation cancellation) {
    return new Invocation(input, request, log, cancellation);
  }

  /** Returns this call, sent by this client's connection. */
  public Invocation sentBy(ClientShare connection) {
    return withRequest(request.withSender(connection));
  }

  /** Returns this call, made by this caller; the default is {@link PermittedCaller#ANYONE}. */
  public Invocation withCaller(PermittedCaller caller) {
    return withRequest(request.withCaller(caller));
  }

  /** Returns this call, whose function writes to this log. */
  public Invocation log(Log to) {
    return new Invocation(input, request, to, cancellation);
  }

  private Invocation withRequest(Request other) {
    return new Invocation(input, other, log, cancellation);
  }

  /** Who makes the call. */
  public PermittedCaller caller() {
    return request.caller;
  }

  /** The name of the function, if the caller gave it. */
  public Optional<String> function() {
    return Optional.ofNullable(request.function);
  }

  /** The image that the function replaces, if the caller gave it. */
  public Optional<String> image() {
    return Optional.ofNullable(request.image);
  }

  /** The format of the answer, if the caller gave it. */
  public Optional<Format> format() {
    return Optional.ofNullable(request.format);
  }

  /** The deadline, if there is one. */
  public Optional<Instant> deadline() {
    return Optional.ofNullable(request.deadline);
  }

  /** The log that the function writes to. */
  public Log log() {
    return log;
  }

  /** Cancels the call, or tells that it was cancelled. */
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
   * @throws dev.kiln.sdk.BadInput if the bytes are not a ResourceList
   */
  public ResourceList list() {
    return input.list();
  }

  /** Whether the caller passed a parsed list, and so gets one back. */
  boolean answersWithList() {
    return input.isList() && request.format == null;
  }

  /** Who sent it. */
  ClientShare sender() {
    return request.sender;
  }

  /**
   * The size of the message, as announced if it is packed; 0 for a list that came without bytes.
   */
  long size() {
    return input.size();
  }

  /** Whether the list must still be unpacked. */
  boolean isPacked() {
    return input.isPacked();
  }

  Invocation withTimeout(Duration timeout) {
    return withDeadline(Instant.now().plus(timeout));
  }

  private record Request(
      @Nullable String function,
      @Nullable String image,
      @Nullable Format format,
      @Nullable Instant deadline,
      PermittedCaller caller,
      ClientShare sender) {
    static final Request NONE =
        new Request(null, null, null, null, PermittedCaller.ANYONE, ClientShare.OWN_PROCESS);

    Request withFunction(String name) {
      return new Request(name, image, format, deadline, caller, sender);
    }

    Request withoutFunction() {
      return new Request(null, null, null, deadline, caller, sender);
    }

    Request withImage(String name) {
      return new Request(function, name, format, deadline, caller, sender);
    }

    Request withFormat(Format other) {
      return new Request(function, image, other, deadline, caller, sender);
    }

    Request withDeadline(Instant other) {
      return new Request(function, image, format, other, caller, sender);
    }

    Request withCaller(PermittedCaller other) {
      return new Request(function, image, format, deadline, other, sender);
    }

    Request withSender(ClientShare other) {
      return new Request(function, image, format, deadline, caller, other);
    }
  }

  /** One message as bytes and as a list; each form is made from the other at most once. */
  private static final class Input {
    private final boolean givenAsList;
    private byte @Nullable [] bytes; // guarded by this
    private @Nullable ResourceList list; // guarded by this
    private @Nullable UnaryOperator<byte[]> unpack; // guarded by this; null after its use
    private final long announced;

    Input(
        byte @Nullable [] bytes,
        @Nullable ResourceList list,
        @Nullable UnaryOperator<byte[]> unpack,
        long announced) {
      this.announced = announced;
      this.givenAsList = list != null;
      this.bytes = bytes;
      this.list = list;
      this.unpack = unpack;
    }

    boolean isList() {
      return givenAsList;
    }

    synchronized long size() {
      return unpack != null ? announced : bytes == null ? 0 : bytes.length;
    }

    synchronized boolean isPacked() {
      return unpack != null;
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
