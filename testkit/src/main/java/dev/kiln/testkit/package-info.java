/** What tests of several modules need. Nothing of it is shipped. */
@NullMarked
package dev.kiln.testkit;

import org.jspecify.annotations.NullMarked;
