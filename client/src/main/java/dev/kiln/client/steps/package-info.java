/**
 * The steps of a run: functions that resources declare or a command line names, the items that they
 * run on, and their configuration.
 */
@NullMarked
package dev.kiln.client.steps;

import org.jspecify.annotations.NullMarked;
