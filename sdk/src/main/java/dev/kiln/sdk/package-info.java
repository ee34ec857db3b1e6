/** What a function author sees: resources, results and the function itself; no transport. */
@NullMarked
package dev.kiln.sdk;

import org.jspecify.annotations.NullMarked;
