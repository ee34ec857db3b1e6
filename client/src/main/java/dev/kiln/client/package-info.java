/** Runs functions over packages of resources on disk, wherever the functions are. */
@NullMarked
package dev.kiln.client;

import org.jspecify.annotations.NullMarked;
