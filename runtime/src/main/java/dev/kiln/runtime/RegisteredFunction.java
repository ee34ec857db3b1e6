package dev.kiln.runtime;

import dev.kiln.sdk.loading.FunctionDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** A function of this host: what it is known by, and what runs it. */
public final class RegisteredFunction {
  private final String name;
  private final List<String> images;
  private final boolean anyTag;
  private final BiPredicate<String, String> configured;
  private final Runner runner;
  private final @Nullable FunctionDefinition definition;
  private int users = 1; // guarded by this; the host itself is the first

  private RegisteredFunction(
      String name,
      List<String> images,
      boolean anyTag,
      BiPredicate<String, String> configured,
      Runner runner,
      @Nullable FunctionDefinition definition) {
    this.name = name;
    this.images = List.copyOf(images);
    this.anyTag = anyTag;
    this.configured = configured;
    this.runner = runner;
    this.definition = definition;
  }

  /**
   * A function without a definition.
   *
   * @param images the images it stands in for
   * @param configured whether a functionConfig of that apiVersion and kind can be meant for it
   */
  public static RegisteredFunction of(
      String name, List<String> images, BiPredicate<String, String> configured, Runner runner) {
    return new RegisteredFunction(name, images, true, configured, runner, null);
  }

  /**
   * A function that is known by what its definition says.
   *
   * @param more images that it stands in for beside those of its definition
   */
  public static RegisteredFunction of(
      FunctionDefinition definition, List<String> more, Runner runner) {
    var images = new ArrayList<>(definition.images());
    images.addAll(more);
    return new RegisteredFunction(
        definition.name(), images, true, definition::names, runner, definition);
  }

  /**
   * An image itself, which stands in for no other tag of it.
   *
   * @param definition what the image publishes about its function, null if it does not
   */
  public static RegisteredFunction image(
      String name, String image, @Nullable FunctionDefinition definition, Runner runner) {
    BiPredicate<String, String> configured =
        definition == null ? (_, _) -> false : definition::names;
    return new RegisteredFunction(name, List.of(image), false, configured, runner, definition);
  }

  public String name() {
    return name;
  }

  /** What the function publishes about itself, if it does. */
  public Optional<FunctionDefinition> definition() {
    return Optional.ofNullable(definition);
  }

  /** The images it stands in for. */
  public List<String> images() {
    return images;
  }

  /** Whether it stands in for that repository, whatever the tag. */
  boolean isOf(ImageName repository) {
    return anyTag && images.stream().map(ImageName::of).anyMatch(repository::equals);
  }

  boolean takes(String apiVersion, String kind) {
    return configured.test(apiVersion, kind);
  }

  Runner runner() {
    return runner;
  }

  /**
   * Does ahead of the first call what that would have to wait for; throws what the function throws.
   */
  public void ready() {
    runner.ready();
  }

  /** Keeps the runner open for one call; false if it was closed already. */
  synchronized boolean acquire() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  /**
   * Ends what {@link #acquire} began, or the host's own use; the last one out closes the runner.
   */
  public void release() {
    synchronized (this) {
      users--;
      if (users > 0) {
        return;
      }
    }
    try {
      runner.close();
    } catch (RuntimeException e) { // nobody waits for this
      var told = new IllegalStateException("function " + name + " could not be closed", e);
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, told);
    }
  }
}
