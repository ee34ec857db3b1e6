package dev.kiln.client.files;

/**
 * One document of a file.
 *
 * @param separator the line {@code ---} before the document, with the comments and blank lines
 *     above that line; empty if there is none, or if the line has more content, which makes it part
 *     of the text
 * @param text everything up to the next document, including comments above and below the content
 * @param line the line of the file at which {@code text} begins, from 1
 */
@SuppressWarnings("ArrayRecordComponent") // parts of a file, never compared as values
record Document(byte[] separator, byte[] text, int line) {}
