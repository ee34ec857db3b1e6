/**
 * Images in files: layouts and archives as OCI and Docker define them, and the definitions of
 * functions that are written into them and read from them.
 */
@NullMarked
package dev.kiln.cli.images;

import org.jspecify.annotations.NullMarked;
