package dev.kiln.server.jars;

import dev.kiln.sdk.BadInput;
import java.lang.reflect.InvocationTargetException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a jar cannot be used: in one line, without the jar's own name. */
final class BadJar extends Exception {
  private final String what;

  BadJar(String what) {
    super(what);
    this.what = what;
  }

  String what() {
    return what;
  }

  /** What went wrong with a class of the jar. */
  static BadJar of(String className, Throwable e) {
    String said = said(e);
    boolean named = Pattern.compile(Pattern.quote(className) + "(?![\\w$])").matcher(said).find();
    return new BadJar(named ? said : className + ": " + said);
  }

  private static String said(Throwable e) {
    return switch (e) {
      case ExceptionInInitializerError _ -> "its static initializer threw " + e.getCause();
      case NoClassDefFoundError missing when isClassName(missing.getMessage()) ->
          "the class "
              + first(missing.getMessage()).replace('/', '.')
              + " is not there (expected: a jar that holds all it needs but the sdk, in the sdk's"
              + " version of this host)";
      case UnsupportedClassVersionError _, ClassFormatError _ -> first(e.getMessage());
      case BadInput bad -> first(bad.getMessage());
      case IllegalStateException _, IllegalArgumentException _ when e.getMessage() != null ->
          first(e.getMessage()) + because(e.getCause());
      default -> first(e.toString());
    };
  }

  /** Of a class that could not be found, and not of one that broke before. */
  private static boolean isClassName(@Nullable String message) {
    return message != null && !message.contains(" ");
  }

  private static String because(@Nullable Throwable cause) {
    return cause instanceof InvocationTargetException thrown
        ? ": " + first(String.valueOf(thrown.getTargetException()))
        : "";
  }

  private static String first(@Nullable String text) {
    return String.valueOf(text).lines().findFirst().orElse("");
  }
}
