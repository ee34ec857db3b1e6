/** What the host tells on stderr, a line at a time; whoever tells it never waits. */
@NullMarked
package dev.kiln.server.logs;

import org.jspecify.annotations.NullMarked;
