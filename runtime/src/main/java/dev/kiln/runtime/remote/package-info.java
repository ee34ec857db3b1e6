/**
 * Functions that are servers of spec v2, over HTTP or gRPC. Some run elsewhere; others are programs
 * that this process starts once and keeps running. No class of Netty or gRPC is loaded before the
 * first such function is created.
 */
@NullMarked
package dev.kiln.runtime.remote;

import org.jspecify.annotations.NullMarked;
