package dev.kiln.runtime;

/**
 * What a host is doing at one moment.
 *
 * @param running calls that have a place
 * @param queued calls that wait for one
 * @param abandoned calls that go on though they are over and were told to stop
 * @param bytesInFlight what the messages of all calls hold
 */
public record Load(int running, int queued, int abandoned, long bytesInFlight) {}
