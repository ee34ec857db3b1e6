package dev.kiln.sdk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The component that takes all of {@code data} when the functionConfig is a ConfigMap. In a kind of
 * the function's own it is a field like any other.
 *
 * <pre>{@code
 * record SetLabels(@ConfigMapData Map<String, String> labels) implements ItemFunction
 * }</pre>
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConfigMapData {}
