package dev.kiln.runtime;

/**
 * What a host is doing at one moment.
 *
 * @param running calls that have a place
 * @param waiting calls that wait for a program, a container or another server
 * @param queued calls that wait for one
 * @param abandoned calls that go on though they are over and were told to stop
 * @param bytesInFlight what the messages of all calls hold
 */
public record LoadSnapshot(
    int running, int waiting, int queued, int abandoned, long bytesInFlight) {}
