@NullMarked
package dev.kiln.client;

import org.jspecify.annotations.NullMarked;
