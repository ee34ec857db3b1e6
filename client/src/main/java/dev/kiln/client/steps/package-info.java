/**
 * What is to be run: functions as resources declare them or a command line names them, on what, and
 * how configured.
 */
@NullMarked
package dev.kiln.client.steps;

import org.jspecify.annotations.NullMarked;
