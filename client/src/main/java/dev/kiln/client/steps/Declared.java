package dev.kiln.client.steps;

import dev.kiln.runtime.kind.FunctionSpec;

/** The content of a declaration, in whichever form it is written. */
record Declared(FunctionSpec function, boolean deferFailure) {}
