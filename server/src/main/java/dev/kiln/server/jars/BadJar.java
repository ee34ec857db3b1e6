package dev.kiln.server.jars;

import dev.kiln.sdk.BadInput;
import java.lang.reflect.InvocationTargetException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a jar cannot be used: in one line, without the jar's own name. */
final class BadJar extends Exception {
  private final String problem;

  BadJar(String problem) {
    super(problem);
    this.problem = problem;
  }

  String problem() {
    return problem;
  }

  /** What went wrong with a class of the jar. */
  static BadJar of(String className, Throwable e) {
    String problem = describe(e);
    boolean named =
        Pattern.compile(Pattern.quote(className) + "(?![\\w$])").matcher(problem).find();
    return new BadJar(named ? problem : className + ": " + problem);
  }

  private static String describe(Throwable e) {
    return switch (e) {
      case ExceptionInInitializerError _ -> "its static initializer threw " + e.getCause();
      case NoClassDefFoundError missing when isClassName(missing.getMessage()) ->
          "the class "
              + firstLine(missing.getMessage()).replace('/', '.')
              + " is not there (expected: a jar that holds all it needs but the sdk, in the sdk's"
              + " version of this host)";
      case UnsupportedClassVersionError _, ClassFormatError _ -> firstLine(e.getMessage());
      case BadInput bad -> firstLine(bad.getMessage());
      case IllegalStateException _, IllegalArgumentException _ when e.getMessage() != null ->
          firstLine(e.getMessage()) + describeCause(e.getCause());
      default -> firstLine(e.toString());
    };
  }

  /** Of a class that could not be found, and not of one that broke before. */
  private static boolean isClassName(@Nullable String message) {
    return message != null && !message.contains(" ");
  }

  private static String describeCause(@Nullable Throwable cause) {
    return cause instanceof InvocationTargetException thrown
        ? ": " + firstLine(String.valueOf(thrown.getTargetException()))
        : "";
  }

  private static String firstLine(@Nullable String text) {
    return String.valueOf(text).lines().findFirst().orElse("");
  }
}
