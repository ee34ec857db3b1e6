/**
 * Edits a text: collects changes of its tree, replaces as few bytes as possible, and verifies the
 * result.
 */
@NullMarked
package dev.kiln.yaml.edit;

import org.jspecify.annotations.NullMarked;
