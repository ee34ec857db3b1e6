package dev.kiln.yaml.node;

/** A node that a path led to, and the path to it without wildcards. */
public record Match(Path path, Node node) {}
