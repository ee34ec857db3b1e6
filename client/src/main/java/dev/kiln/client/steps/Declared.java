package dev.kiln.client.steps;

/** What a declaration says, wherever it stands. */
record Declared(FunctionRef function, boolean deferFailure) {}
