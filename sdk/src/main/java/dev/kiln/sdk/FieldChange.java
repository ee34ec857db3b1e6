package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import org.jspecify.annotations.Nullable;

/**
 * A field in which two states of a resource differ.
 *
 * @param was null if it is new
 * @param is null if it is gone
 */
public record FieldChange(Path path, @Nullable Node was, @Nullable Node is) {}
