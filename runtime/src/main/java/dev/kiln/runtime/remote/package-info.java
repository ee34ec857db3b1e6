/**
 * Functions that are servers of spec v2, by HTTP or gRPC: those that run elsewhere, and programs
 * that are started here once and kept. Nothing of Netty or gRPC is loaded before one is made.
 */
@NullMarked
package dev.kiln.runtime.remote;

import org.jspecify.annotations.NullMarked;
