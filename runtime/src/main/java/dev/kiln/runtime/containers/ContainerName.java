package dev.kiln.runtime.containers;

import java.nio.file.Path;

/**
 * The name and the owner of one container.
 *
 * @param monitorFile the file where podman's monitor of the container writes its process id; its
 *     folder is deleted with the owner
 */
record ContainerName(String text, OwnerLabel owner, Path monitorFile) {}
