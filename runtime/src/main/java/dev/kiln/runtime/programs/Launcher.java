package dev.kiln.runtime.programs;

/**
 * Provides the launch command for the children of one function. It is called for each child,
 * because a container name can be used only once.
 */
@FunctionalInterface
public interface Launcher {
  LaunchSpec next();
}
