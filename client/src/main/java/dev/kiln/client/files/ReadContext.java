package dev.kiln.client.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * How a folder was read.
 *
 * @param given the folder as the caller named it
 * @param root the real path of that folder
 * @param readAt when reading began
 */
record ReadContext(
    Path given, Path root, FileNameFilter names, IgnoreRules ignores, FileTime readAt) {}
