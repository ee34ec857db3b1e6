package dev.kiln.runtime.programs;

/** Says how to start a child of one kind; asked anew for each, for a name can be used only once. */
@FunctionalInterface
public interface Launcher {
  LaunchSpec next();
}
