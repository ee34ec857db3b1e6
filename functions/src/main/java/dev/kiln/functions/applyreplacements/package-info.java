/** The function apply-replacements. */
@NullMarked
package dev.kiln.functions.applyreplacements;

import org.jspecify.annotations.NullMarked;
