package dev.kiln.runtime;

import dev.kiln.sdk.loading.FunctionDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A function of this host: its name, images and definition, and the runner that runs it. */
public final class RegisteredFunction {
  private final String name;
  private final List<String> images;
  private final List<ImagePattern> boundImages;
  private final boolean anyTag;
  private final BiPredicate<String, String> acceptsConfigType;
  private final Runner runner;
  private final @Nullable FunctionDefinition definition;
  private int users = 1; // guarded by this; the host itself counts as one

  private RegisteredFunction(
      String name,
      List<String> images,
      List<ImagePattern> boundImages,
      boolean anyTag,
      BiPredicate<String, String> acceptsConfigType,
      Runner runner,
      @Nullable FunctionDefinition definition) {
    this.name = name;
    this.images = List.copyOf(images);
    this.boundImages = List.copyOf(boundImages);
    this.anyTag = anyTag;
    this.acceptsConfigType = acceptsConfigType;
    this.runner = runner;
    this.definition = definition;
  }

  /**
   * A function without a definition.
   *
   * @param images the images it replaces
   * @param acceptsConfigType whether a functionConfig of that apiVersion and kind can be meant for
   *     it
   */
  public static RegisteredFunction of(
      String name,
      List<String> images,
      BiPredicate<String, String> acceptsConfigType,
      Runner runner) {
    return new RegisteredFunction(name, images, List.of(), true, acceptsConfigType, runner, null);
  }

  /**
   * A function that has the name, images and types of its definition.
   *
   * @param more further images that it replaces, in addition to those of its definition
   */
  public static RegisteredFunction of(
      FunctionDefinition definition, List<String> more, Runner runner) {
    var images = new ArrayList<>(definition.images());
    images.addAll(more);
    return new RegisteredFunction(
        definition.name(),
        images,
        List.of(),
        true,
        definition::namesConfigType,
        runner,
        definition);
  }

  /**
   * A function that is an image itself; it does not replace other tags of the image.
   *
   * @param definition the definition that the image publishes; null if there is none
   */
  public static RegisteredFunction ofImage(
      String name, String image, @Nullable FunctionDefinition definition, Runner runner) {
    BiPredicate<String, String> acceptsConfigType =
        definition == null ? (_, _) -> false : definition::namesConfigType;
    return new RegisteredFunction(
        name, List.of(image), List.of(), false, acceptsConfigType, runner, definition);
  }

  /** Returns this function with what is made of its runner. Only one of both may be used. */
  public RegisteredFunction withRunner(UnaryOperator<Runner> made) {
    return new RegisteredFunction(
        name, images, boundImages, anyTag, acceptsConfigType, made.apply(runner), definition);
  }

  /** Returns this function, which also answers for these images. Only one of both may be used. */
  public RegisteredFunction withBoundImages(List<ImagePattern> patterns) {
    return new RegisteredFunction(
        name, images, patterns, anyTag, acceptsConfigType, runner, definition);
  }

  public String name() {
    return name;
  }

  /** The definition that the function publishes, if it does. */
  public Optional<FunctionDefinition> definition() {
    return Optional.ofNullable(definition);
  }

  /** The images it replaces. */
  public List<String> images() {
    return images;
  }

  /** Whether the operator of the host bound it to this image. */
  boolean isBoundTo(String image) {
    return boundImages.stream().anyMatch(pattern -> pattern.matches(image));
  }

  /** Whether it replaces images of this repository, regardless of the tag. */
  boolean replacesRepository(ImageName repository) {
    return anyTag && images.stream().map(ImageName::of).anyMatch(repository::equals);
  }

  boolean acceptsConfigType(String apiVersion, String kind) {
    return acceptsConfigType.test(apiVersion, kind);
  }

  Runner runner() {
    return runner;
  }

  /**
   * Does ahead of the first call the work that this call would wait for; throws what the function
   * throws.
   */
  public void prepare() {
    runner.prepare();
  }

  /** Whether it runs outside of this process. */
  public boolean isElsewhere() {
    return runner.waits();
  }

  /** Why a call could not succeed now; empty if nothing is known to be wrong. May block. */
  public Optional<String> findProblem() {
    return runner.findProblem();
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
   * Ends a use that {@link #acquire} began, or the host's own use. The last release closes the
   * runner.
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
    } catch (RuntimeException e) { // no caller waits for the close
      var failure = new IllegalStateException("function " + name + " could not be closed", e);
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, failure);
    }
  }
}
