package dev.kiln.runtime.containers;

import java.nio.file.Path;

/**
 * What one container is known by.
 *
 * @param owner this process, among all that ever were on this machine
 * @param monitorFile where podman's monitor of the container notes its process id
 */
record ContainerName(String text, String owner, Path monitorFile) {
  /** The label that says whose a container is. */
  static final String OWNER = "dev.kiln.owner";
}
