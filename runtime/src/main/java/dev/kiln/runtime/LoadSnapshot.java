package dev.kiln.runtime;

/**
 * The load of a host at one moment.
 *
 * @param running calls that run on a place
 * @param waiting calls that wait for a program, a container or another server
 * @param queued calls that wait for a place
 * @param abandoned calls that go on although they are over and were interrupted
 * @param bytesInFlight the bytes that the messages of all calls hold
 */
public record LoadSnapshot(
    int running, int waiting, int queued, int abandoned, long bytesInFlight) {}
