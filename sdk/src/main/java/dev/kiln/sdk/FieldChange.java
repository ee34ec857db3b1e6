package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import org.jspecify.annotations.Nullable;

/**
 * A field in which two states of a resource differ.
 *
 * @param oldValue the old value, null if the field is new
 * @param newValue the new value, null if the field was removed
 */
public record FieldChange(Path path, @Nullable Node oldValue, @Nullable Node newValue) {}
