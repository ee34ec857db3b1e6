package dev.kiln.sdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Makes the objects of one function; which of the three ways is its class's choice. */
sealed interface FunctionFactory {
  KrmFunction create(FunctionConfig config);

  default void start() {}

  default void close() {}

  /**
   * The way that a class offers.
   *
   * @throws IllegalStateException if the class offers none of the ways
   */
  static FunctionFactory of(Class<?> type) {
    if (!KrmFunction.class.isAssignableFrom(type)) {
      throw new IllegalStateException(type.getName() + " is no KrmFunction");
    }
    MethodHandle of = factoryMethod(type);
    if (of != null) {
      return new Called(of);
    }
    if (type.isRecord()) {
      var _ = RecordBinder.of(type); // says now what cannot be bound
      return new Bound(type);
    }
    return of(object(type));
  }

  static FunctionFactory of(KrmFunction function) {
    return new Single(function);
  }

  private static @Nullable MethodHandle factoryMethod(Class<?> type) {
    try {
      Method of = type.getDeclaredMethod("of", FunctionConfig.class);
      if (!Modifier.isStatic(of.getModifiers())
          || !Modifier.isPublic(of.getModifiers())
          || !KrmFunction.class.isAssignableFrom(of.getReturnType())) {
        return null;
      }
      of.setAccessible(true);
      return MethodHandles.lookup().unreflect(of);
    } catch (NoSuchMethodException _) {
      return null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KrmFunction object(Class<?> type) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return (KrmFunction) constructor.newInstance();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          type.getName()
              + " cannot be made (fits: a record, a constructor without arguments, or a method"
              + " public static of(FunctionConfig))",
          e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " could not be made", e);
    }
  }

  /** A method makes one for each call. */
  record Called(MethodHandle of) implements FunctionFactory {
    @Override
    public KrmFunction create(FunctionConfig config) {
      try {
        return (KrmFunction) of.invoke(config);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A record, bound for each call. */
  record Bound(Class<?> type) implements FunctionFactory {
    @Override
    public KrmFunction create(FunctionConfig config) {
      return (KrmFunction) config.bind(type);
    }
  }

  /** One object for the whole process. */
  record Single(KrmFunction function) implements FunctionFactory {
    @Override
    public KrmFunction create(FunctionConfig config) {
      return function;
    }

    @Override
    public void start() {
      function.start();
    }

    @Override
    public void close() {
      function.close();
    }
  }
}
