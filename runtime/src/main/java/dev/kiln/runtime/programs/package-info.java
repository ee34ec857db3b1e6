/**
 * Functions that are programs of spec v1: they read a list from stdin, write one to stdout and end.
 * They are started ahead of their call, so that no caller waits for the start.
 */
@NullMarked
package dev.kiln.runtime.programs;

import org.jspecify.annotations.NullMarked;
