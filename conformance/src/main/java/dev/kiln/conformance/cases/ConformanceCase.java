package dev.kiln.conformance.cases;

import dev.kiln.conformance.document.DocumentValue;
import java.util.List;
import java.util.Set;

/**
 * One thing that is asked of a function.
 *
 * @param about what holds if it passes, in a few words
 * @param isForKit whether only the reference function can be asked
 * @param doors through which it is asked, as {@code stdin}
 * @param needs what there must be, besides a door: {@code sample}, {@code container}, …
 * @param body its request and what is expected, as they are written
 */
public record ConformanceCase(
    String id,
    Clause clause,
    String about,
    boolean isForKit,
    List<String> doors,
    Set<String> needs,
    DocumentValue body) {}
