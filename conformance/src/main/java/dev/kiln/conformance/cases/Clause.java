package dev.kiln.conformance.cases;

/**
 * A sentence of a document that can be held or broken.
 *
 * @param id the document and a name, as {@code v1/comments}
 * @param document whose sentence it is
 * @param section of the document
 * @param says what it asks for, in a few words
 * @param untested why no case asks for it; empty if some do
 */
public record Clause(
    String id,
    String document,
    String section,
    RequirementLevel level,
    String says,
    String untested) {}
