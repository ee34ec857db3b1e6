/**
 * Where the host listens: addresses as people write them, how a listener comes to one, and TLS. It
 * knows neither the doors nor what goes over them.
 */
@NullMarked
package dev.kiln.net;

import org.jspecify.annotations.NullMarked;
