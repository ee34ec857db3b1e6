/** What a door tells of each call it answered, for whoever counts and logs. */
@NullMarked
package dev.kiln.server.calls;

import org.jspecify.annotations.NullMarked;
