/** What is asked, and which clause of which document asks for it. */
@NullMarked
package dev.kiln.conformance.cases;

import org.jspecify.annotations.NullMarked;
