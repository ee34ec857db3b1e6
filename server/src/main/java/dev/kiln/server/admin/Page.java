package dev.kiln.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpResponseStatus;

/** The response to one path of the admin address. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Page(HttpResponseStatus status, String type, byte[] body) {
  static final String TEXT = "text/plain; charset=utf-8";

  static Page of(String type, String body) {
    return new Page(HttpResponseStatus.OK, type, body.getBytes(UTF_8));
  }

  /** A line or a few for a person. */
  static Page text(HttpResponseStatus status, String text) {
    return new Page(status, TEXT, (text + "\n").getBytes(UTF_8));
  }
}
