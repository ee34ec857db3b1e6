package dev.kiln.client.files;

/**
 * One document of a file.
 *
 * @param separator the line {@code ---} before it, with the comments and blank lines above that;
 *     empty if there is none, or if the line says more, which makes it part of the text
 * @param text all up to the next document, comments above and below the content included
 * @param line the line of the file at which {@code text} begins, from 1
 */
@SuppressWarnings("ArrayRecordComponent") // parts of a file, which nobody compares as values
record Document(byte[] separator, byte[] text, int line) {}
