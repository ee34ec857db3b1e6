package dev.kiln.client.files;

import java.nio.file.Path;

/**
 * How a folder was read.
 *
 * @param given the folder as the caller named it
 * @param root where that really is
 */
record Snapshot(Path given, Path root, FileNames names, Ignores ignores) {}
