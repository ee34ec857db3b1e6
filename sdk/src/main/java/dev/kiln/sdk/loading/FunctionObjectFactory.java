package dev.kiln.sdk.loading;

import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the objects of one function in one of three ways. The class of the function determines
 * which.
 */
sealed interface FunctionObjectFactory {
  KrmFunction create(FunctionConfig config);

  default void start() {}

  default void close() {}

  /**
   * The factory for the way that a class offers.
   *
   * @throws IllegalStateException if the class offers none of the ways
   */
  static FunctionObjectFactory of(Class<?> type) {
    if (!KrmFunction.class.isAssignableFrom(type)) {
      throw new IllegalStateException(type.getName() + " is no KrmFunction");
    }
    Method of = factoryMethod(type);
    if (of != null) {
      return new Called(of);
    }
    if (type.isRecord()) {
      FunctionConfig.requireBindable(type);
      return new Bound(type);
    }
    return of(object(type));
  }

  static FunctionObjectFactory of(KrmFunction function) {
    return new Single(function);
  }

  private static @Nullable Method factoryMethod(Class<?> type) {
    try {
      Method of = type.getDeclaredMethod("of", FunctionConfig.class);
      if (!Modifier.isStatic(of.getModifiers())
          || !Modifier.isPublic(of.getModifiers())
          || !KrmFunction.class.isAssignableFrom(of.getReturnType())) {
        return null;
      }
      of.setAccessible(true);
      return of;
    } catch (NoSuchMethodException _) {
      return null;
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
              + " cannot be made (expected: a record, a constructor without arguments, or a method"
              + " public static of(FunctionConfig))",
          e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " could not be made", e);
    }
  }

  /** A method makes an object for each call. */
  record Called(Method of) implements FunctionObjectFactory {
    @Override
    public KrmFunction create(FunctionConfig config) {
      try {
        return (KrmFunction) of.invoke(null, config);
      } catch (InvocationTargetException e) {
        if (e.getTargetException() instanceof Error error) {
          throw error;
        }
        throw e.getTargetException() instanceof RuntimeException thrown
            ? thrown
            : new IllegalStateException(e.getTargetException());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A record is bound from the functionConfig for each call. */
  record Bound(Class<?> type) implements FunctionObjectFactory {
    @Override
    public KrmFunction create(FunctionConfig config) {
      return (KrmFunction) config.bind(type);
    }
  }

  /** One object serves the whole process. */
  record Single(KrmFunction function) implements FunctionObjectFactory {
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
