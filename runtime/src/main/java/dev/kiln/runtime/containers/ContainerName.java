package dev.kiln.runtime.containers;

import java.nio.file.Path;

/**
 * What one container is known by.
 *
 * @param monitorFile where podman's monitor of the container notes its process id, in a folder that
 *     goes with the owner
 */
record ContainerName(String text, OwnerLabel owner, Path monitorFile) {}
