package dev.kiln.sdk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a record's component if the functionConfig does not set it.
 *
 * <p>For a component that is a text, the value is that text. For any other type it is YAML:
 * {@code @Default("[a, b]")}, {@code @Default("3")}.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Default {
  String value();
}
