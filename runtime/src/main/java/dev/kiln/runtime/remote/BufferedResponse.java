package dev.kiln.runtime.remote;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;

/** A response with its complete body. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BufferedResponse(HttpResponseStatus status, HttpHeaders headers, byte[] body) {}
