/**
 * The tree of a YAML text as a program sees it: nodes, paths, comments, and the edits that make a
 * new tree.
 */
@NullMarked
package dev.kiln.yaml.node;

import org.jspecify.annotations.NullMarked;
