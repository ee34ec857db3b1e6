package dev.kiln.runtime.containers;

/**
 * What an image tells, and where it does.
 *
 * @param where what carries it: an annotation, a label; empty if it tells nothing
 * @param user as whom it runs, as the image says; empty if it does not say
 */
public record ImageInspection(ImageFacts facts, String where, String user) {}
