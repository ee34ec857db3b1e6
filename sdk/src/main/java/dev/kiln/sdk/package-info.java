/**
 * The API for function authors: resources, results and the function itself. It knows no transport.
 */
@NullMarked
package dev.kiln.sdk;

import org.jspecify.annotations.NullMarked;
