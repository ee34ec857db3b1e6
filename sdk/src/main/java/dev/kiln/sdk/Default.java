package dev.kiln.sdk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component of a functionConfig's record is if the caller says nothing.
 *
 * <p>For a text, the text; for any other type, YAML: {@code @Default("[a, b]")},
 * {@code @Default("3")}.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Default {
  String value();
}
