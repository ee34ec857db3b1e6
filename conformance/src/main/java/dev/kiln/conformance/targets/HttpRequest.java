package dev.kiln.conformance.targets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request as it goes over the wire.
 *
 * @param headers as they are written; those that frame the body come by themselves
 * @param framing how the end of the body is marked
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record HttpRequest(
    String method, String path, Map<String, String> headers, byte[] body, Framing framing) {
  /** How the end of a body is marked. */
  public enum Framing {
    LENGTH,
    CHUNKED
  }

  /** A list, as any client would send it. */
  public static HttpRequest post(String path, FunctionRequest ask) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", ask.format().mediaType());
    headers.put("Accept", ask.accept().mediaType());
    return new HttpRequest("POST", path, headers, ask.list(), Framing.LENGTH);
  }

  /** For what is there. */
  public static HttpRequest get(String path) {
    return new HttpRequest("GET", path, Map.of(), new byte[0], Framing.LENGTH);
  }

  /** With a header more, or with another value for one. */
  public HttpRequest with(String name, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpRequest(method, path, more, body, framing);
  }

  /** The line and the headers. */
  public String head(String host) {
    var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    if (framing == Framing.CHUNKED) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (body.length > 0 || method.equals("POST")) {
      head.append("Content-Length: " + body.length + "\r\n");
    }
    return head.append("Connection: close\r\n\r\n").toString();
  }

  /** The body as it is framed. */
  public byte[] framed() {
    if (framing == Framing.LENGTH) {
      return body;
    }
    var chunks = new ByteArrayOutputStream();
    int half = body.length / 2;
    chunk(chunks, 0, half);
    chunk(chunks, half, body.length - half);
    chunks.writeBytes("0\r\n\r\n".getBytes(ISO_8859_1));
    return chunks.toByteArray();
  }

  private void chunk(ByteArrayOutputStream chunks, int from, int length) {
    if (length > 0) {
      chunks.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(ISO_8859_1));
      chunks.write(body, from, length);
      chunks.writeBytes("\r\n".getBytes(ISO_8859_1));
    }
  }
}
