package dev.kiln.sdk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the component that takes all of {@code data} when the functionConfig is a ConfigMap. If the
 * functionConfig is of the function's own kind, the component is an ordinary field.
 *
 * <pre>{@code
 * record SetLabels(@ConfigMapData Map<String, String> labels) implements ItemFunction
 * }</pre>
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConfigMapData {}
