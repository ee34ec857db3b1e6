package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request or a response of HTTP, byte by byte a character.
 *
 * @param head its lines, with the empty one at their end
 * @param body as it is framed
 */
record HttpMessage(String head, String body) {
  private static final String END = "\r\n\r\n";

  /** The next head; what belongs to it is still to be read. */
  static HttpMessage head(InputStream in) throws IOException {
    return new HttpMessage(until(in, END), "");
  }

  private static String until(InputStream in, String end) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      bytes.write(next);
      if (next == '\n' && bytes.toString(ISO_8859_1).endsWith(end)) {
        return bytes.toString(ISO_8859_1);
      }
    }
    throw new EOFException("the connection was closed");
  }

  /** With the body that the head announces. */
  HttpMessage bodyFrom(InputStream in) throws IOException {
    if (header("Transfer-Encoding").equals("chunked")) {
      return withBody(until(in, "0" + END));
    }
    String length = header("Content-Length");
    return length.isEmpty()
        ? this
        : withBody(new String(in.readNBytes(Integer.parseInt(length)), ISO_8859_1));
  }

  private HttpMessage withBody(String whole) {
    return new HttpMessage(head, whole);
  }

  String method() {
    return head.substring(0, head.indexOf(' '));
  }

  String path() {
    return head.split(" ", 3)[1];
  }

  int status() {
    return Integer.parseInt(path());
  }

  boolean is(int status) {
    return status() == status;
  }

  /** The value of a header; empty if there is none. */
  String header(String name) {
    Matcher found = line(name).matcher(head);
    return found.find() ? found.group(1) : "";
  }

  private static Pattern line(String name) {
    return Pattern.compile("(?im)^" + Pattern.quote(name) + ": *(.*)\r\n");
  }

  boolean has(String text) {
    return body.contains(text);
  }

  HttpMessage status(int status) {
    return new HttpMessage(head.replaceFirst(" [0-9]{3} [^\r]*", " " + status + " Broken"), body);
  }

  HttpMessage without(String name) {
    return new HttpMessage(line(name).matcher(head).replaceAll(""), body);
  }

  HttpMessage with(String name, String value) {
    String rest = without(name).head;
    return new HttpMessage(rest.substring(0, rest.length() - 2) + name + ": " + value + END, body);
  }

  /** With another body, whose length is told. */
  HttpMessage body(String other) {
    return withBody(other).with("Content-Length", Integer.toString(other.length()));
  }

  HttpMessage replace(String old, String with) {
    return body(body.replace(old, with));
  }

  byte[] bytes() {
    return (head + body).getBytes(ISO_8859_1);
  }
}
