package dev.kiln.sdk;

import java.util.function.Supplier;

/**
 * A function that can be run: its class, how objects of it are made, and its definition.
 *
 * <p>Neither the class nor the definition is loaded before it is asked for. Safe on any thread.
 */
public final class FunctionClass {
  private final String className;
  private final Lazy<FunctionDefinition> definition;
  private final Lazy<Class<?>> type;
  private final Lazy<FunctionFactory> factory;

  private FunctionClass(
      String className,
      Supplier<FunctionDefinition> definition,
      Supplier<Class<?>> type,
      Supplier<FunctionFactory> factory) {
    this.className = className;
    this.definition = new Lazy<>(definition);
    this.type = new Lazy<>(type);
    this.factory = new Lazy<>(factory);
  }

  /** The class of that name; its definition is the file of its name beside it. */
  static FunctionClass of(String className, ClassLoader loader) {
    return new FunctionClass(
        className,
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
        () -> definition,
        function::getClass,
        () -> FunctionFactory.of(function));
  }

  private static Class<?> load(String className, ClassLoader loader) {
    try {
      return Class.forName(className, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          Functions.FILE + " names " + className + ", which is not there", e);
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
    return type.get();
  }

  /**
   * Makes ready for calls, once a process: loads the class and calls {@link KrmFunction#start} if
   * one object serves the whole process.
   */
  public void start() {
    factory.get().start();
  }

  /** After the last call. */
  public void close() {
    factory.get().close();
  }

  /**
   * The object that serves one call.
   *
   * @throws BadInput if the configuration does not fit
   */
  public KrmFunction create(FunctionConfig config) {
    return factory.get().create(config);
  }

  /** Runs it on a list, configured as the list says. Throws nothing that the function throws. */
  public FunctionRun run(ResourceList in, Caller caller) {
    return run(in, in.functionConfig(), caller);
  }

  /** Runs it on a list with another configuration than the list's. */
  public FunctionRun run(ResourceList in, FunctionConfig config, Caller caller) {
    return new Running(this, in, config, caller).run();
  }

  @Override
  public String toString() {
    return definition().name();
  }
}
