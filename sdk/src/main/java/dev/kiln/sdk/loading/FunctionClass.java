package dev.kiln.sdk.loading;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A function that can be run: its class, how objects of it are made, and its definition.
 *
 * <p>Neither the class nor the definition is loaded before it is asked for. Safe on any thread.
 *
 * <p>The function's code runs with its own class loader as the thread's, so that it finds its own
 * services and resources as it would in a program of its own.
 */
public final class FunctionClass {
  private final String className;
  private final @Nullable ClassLoader loader;
  private final LazyValue<FunctionDefinition> definition;
  private final LazyValue<Class<?>> type;
  private final LazyValue<FunctionFactory> factory;

  private FunctionClass(
      String className,
      @Nullable ClassLoader loader,
      Supplier<FunctionDefinition> definition,
      Supplier<Class<?>> type,
      Supplier<FunctionFactory> factory) {
    this.className = className;
    this.loader = loader;
    this.definition = new LazyValue<>(definition);
    this.type = new LazyValue<>(type);
    this.factory = new LazyValue<>(factory);
  }

  /** The class of that name; its definition is the file of its name beside it. */
  static FunctionClass of(String className, ClassLoader loader) {
    return new FunctionClass(
        className,
        loader,
        () -> FunctionDefinition.of(className, loader),
        () -> load(className, loader),
        () -> FunctionFactory.of(load(className, loader)));
  }

  /**
   * A class with its definition, a file of its name beside it.
   *
   * @throws IllegalStateException if it has none, or a bad one, or is not made as {@link
   *     KrmFunction} says
   */
  public static FunctionClass of(Class<? extends KrmFunction> type) {
    var function =
        new FunctionClass(
            type.getName(),
            type.getClassLoader(),
            () -> FunctionDefinition.of(type),
            () -> type,
            () -> FunctionFactory.of(type));
    function.definition();
    function.factory.get();
    return function;
  }

  /** An object that serves the whole process, a lambda say. */
  public static FunctionClass of(FunctionDefinition definition, KrmFunction function) {
    return new FunctionClass(
        function.getClass().getName(),
        function.getClass().getClassLoader(),
        () -> definition,
        function::getClass,
        () -> FunctionFactory.of(function));
  }

  private static Class<?> load(String className, ClassLoader loader) {
    try {
      return Class.forName(className, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          FunctionLoader.FILE + " names " + className + ", which is not there", e);
    }
  }

  /** The name of its class, which is not loaded for that. */
  public String className() {
    return className;
  }

  public FunctionDefinition definition() {
    return definition.get();
  }

  public Class<?> type() {
    return asItself(type::get);
  }

  /**
   * Finds out now whether it can be called: loads the class, its definition with the schemas, and
   * what makes its objects. {@link KrmFunction#start} is not called.
   *
   * @throws RuntimeException or an error says what is wrong, whatever the class's own code threw
   */
  public void check() {
    type();
    asItself(factory::get);
    try {
      definition().versions().forEach(FunctionDefinition.Version::schema);
    } catch (BadInput e) {
      throw new IllegalStateException(className + " has a bad schema: " + e.getMessage(), e);
    }
  }

  /**
   * Makes ready for calls, once a process: loads the class and calls {@link KrmFunction#start} if
   * one object serves the whole process.
   */
  public void start() {
    asItself(
        () -> {
          factory.get().start();
          return this;
        });
  }

  /** After the last call. */
  public void close() {
    asItself(
        () -> {
          factory.get().close();
          return this;
        });
  }

  /**
   * The object that serves one call.
   *
   * @throws BadInput if the configuration does not fit
   */
  public KrmFunction create(FunctionConfig config) {
    return asItself(() -> factory.get().create(config));
  }

  /** Runs it on a list, configured as the list says. Throws nothing that the function throws. */
  public FunctionRun run(ResourceList in, Caller caller) {
    return run(in, in.functionConfig(), caller);
  }

  /** Runs it on a list with another configuration than the list's. */
  public FunctionRun run(ResourceList in, FunctionConfig config, Caller caller) {
    return asItself(() -> new FunctionExecution(this, in, config, caller).run());
  }

  /** Runs what calls the function's own code. */
  private <T> T asItself(Supplier<T> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public String toString() {
    return definition().name();
  }
}
