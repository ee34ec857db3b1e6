package dev.kiln.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One function of a pipeline.
 *
 * @param name for messages
 * @param function the name of the function, if the caller gave it
 * @param image the image that the function replaces, if the caller gave it
 * @param functionConfig one object, YAML or JSON; empty for none
 * @param validateOnly whether changes of the function are dropped, so that only its results count
 * @param deferFailure whether the pipeline goes on after this step fails
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PipelineStep(
    String name,
    @Nullable String function,
    @Nullable String image,
    byte[] functionConfig,
    boolean validateOnly,
    boolean deferFailure) {}
