package dev.kiln.runtime.containers;

/**
 * The metadata of an image, and where it was found.
 *
 * @param foundIn the annotation or label that holds it; empty if there is none
 * @param user the user that the image says to run as; empty if it names none
 */
public record ImageInspection(ImageFacts facts, String foundIn, String user) {}
