package dev.kiln.server.config;

import dev.kiln.runtime.kind.FunctionSpec;

/** A function that a flag or the configuration file declares, under the name that it has here. */
public record DeclaredFunction(String name, FunctionSpec spec) {}
