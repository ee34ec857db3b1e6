/** What is measured: servers, each a process of its own, and what such a process has used. */
@NullMarked
package dev.kiln.bench.load.servers;

import org.jspecify.annotations.NullMarked;
