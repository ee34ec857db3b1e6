/** The bytes of a text and the flat table of its nodes. Every other package works on them. */
@NullMarked
package dev.kiln.yaml.table;

import org.jspecify.annotations.NullMarked;
