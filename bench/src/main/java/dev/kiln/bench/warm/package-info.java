/** Measures Go functions cold and warm, by themselves and under kustomize and kpt. */
@NullMarked
package dev.kiln.bench.warm;

import org.jspecify.annotations.NullMarked;
