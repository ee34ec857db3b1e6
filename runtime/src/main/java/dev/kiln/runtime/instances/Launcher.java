package dev.kiln.runtime.instances;

/**
 * Prepares the instances of one function. It is called for each instance, because a container name
 * can be used only once.
 */
@FunctionalInterface
public interface Launcher {
  InstanceLauncher next();
}
