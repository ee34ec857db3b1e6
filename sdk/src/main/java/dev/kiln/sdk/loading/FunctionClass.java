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
 * A function that can be run: its class, its definition, and the way its objects are made.
 *
 * <p>The class and the definition are loaded on first use. Safe on any thread.
 *
 * <p>The function's code runs with its own class loader as the thread's context class loader. It
 * therefore finds its own services and resources, as it would in a program of its own.
 */
public final class FunctionClass {
  private final String className;
  private final @Nullable ClassLoader loader;
  private final LazyValue<FunctionDefinition> definition;
  private final LazyValue<Class<?>> type;
  private final LazyValue<FunctionObjectFactory> factory;

  private FunctionClass(
      String className,
      @Nullable ClassLoader loader,
      Supplier<FunctionDefinition> definition,
      Supplier<Class<?>> type,
      Supplier<FunctionObjectFactory> factory) {
    this.className = className;
    this.loader = loader;
    this.definition = new LazyValue<>(definition);
    this.type = new LazyValue<>(type);
    this.factory = new LazyValue<>(factory);
  }

  /**
   * The function with this class name. Its definition is the file of the same name beside the
   * class.
   */
  static FunctionClass of(String className, ClassLoader loader) {
    return new FunctionClass(
        className,
        loader,
        () -> FunctionDefinition.of(className, loader),
        () -> loadClass(className, loader),
        () -> FunctionObjectFactory.of(loadClass(className, loader)));
  }

  /**
   * The function of a class. Its definition is the file of the same name beside the class.
   *
   * @throws IllegalStateException if the definition is missing or invalid, or if the class offers
   *     none of the ways to make objects that {@link KrmFunction} lists
   */
  public static FunctionClass of(Class<? extends KrmFunction> type) {
    var function =
        new FunctionClass(
            type.getName(),
            type.getClassLoader(),
            () -> FunctionDefinition.of(type),
            () -> type,
            () -> FunctionObjectFactory.of(type));
    function.definition();
    function.factory.get();
    return function;
  }

  /** A function whose object serves the whole process, such as a lambda. */
  public static FunctionClass of(FunctionDefinition definition, KrmFunction function) {
    return new FunctionClass(
        function.getClass().getName(),
        function.getClass().getClassLoader(),
        () -> definition,
        function::getClass,
        () -> FunctionObjectFactory.of(function));
  }

  private static Class<?> loadClass(String className, ClassLoader loader) {
    try {
      return Class.forName(className, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          FunctionLoader.FILE + " names " + className + ", which is not there", e);
    }
  }

  /** The name of its class. This does not load the class. */
  public String className() {
    return className;
  }

  public FunctionDefinition definition() {
    return definition.get();
  }

  public Class<?> type() {
    return withContextLoader(type::get);
  }

  /**
   * Checks now whether the function can be called. It loads the class and its definition with the
   * schemas, and checks how objects are made. It does not call {@link KrmFunction#start}.
   *
   * @throws RuntimeException or an error that says what is wrong, including any that the class's
   *     own code throws
   */
  public void check() {
    type();
    withContextLoader(factory::get);
    try {
      definition().versions().forEach(FunctionDefinition.Version::schema);
    } catch (BadInput e) {
      throw new IllegalStateException(className + " has a bad schema: " + e.getMessage(), e);
    }
  }

  /**
   * Prepares for calls, once per process. It loads the class, and calls {@link KrmFunction#start}
   * if one object serves the whole process.
   */
  public void start() {
    withContextLoader(
        () -> {
          factory.get().start();
          return this;
        });
  }

  /** Closes the function after the last call. */
  public void close() {
    withContextLoader(
        () -> {
          factory.get().close();
          return this;
        });
  }

  /**
   * Makes or returns the object that serves one call.
   *
   * @throws BadInput if the configuration does not fit
   */
  public KrmFunction create(FunctionConfig config) {
    return withContextLoader(() -> factory.get().create(config));
  }

  /**
   * Runs the function on a list, with the configuration in the list. Exceptions of the function are
   * not thrown; they are part of the outcome.
   */
  public FunctionRun run(ResourceList in, Caller caller) {
    return run(in, in.functionConfig(), caller);
  }

  /** Runs the function on a list, with a configuration other than the list's. */
  public FunctionRun run(ResourceList in, FunctionConfig config, Caller caller) {
    return withContextLoader(() -> new FunctionExecution(this, in, config, caller).run());
  }

  /** Runs the function's own code with its class loader as the thread's context class loader. */
  private <T> T withContextLoader(Supplier<T> work) {
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
