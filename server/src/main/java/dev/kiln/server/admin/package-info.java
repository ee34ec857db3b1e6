/**
 * The admin address: whether the host lives and takes calls, what it counts, which functions it
 * has. It is apart from the doors, so that an HTTP door takes calls and nothing else.
 */
@NullMarked
package dev.kiln.server.admin;

import org.jspecify.annotations.NullMarked;
