/** Tests of a function, written as folders of cases. */
@NullMarked
package dev.kiln.sdk.testing;

import org.jspecify.annotations.NullMarked;
