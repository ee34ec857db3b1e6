@NullMarked
package dev.kiln.client.files;

import org.jspecify.annotations.NullMarked;
