/** JSON as the command writes it for programs and people alike. */
@NullMarked
package dev.kiln.cli.json;

import org.jspecify.annotations.NullMarked;
