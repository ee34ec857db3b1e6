package dev.kiln.bench.attack;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests whose end two readers could see in two places, each with a second request behind it or
 * within it. A server must answer the first at most, and the second never (RFC 9112).
 */
public final class SmuggledRequests {
  private static final String START = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/yaml\r\n";
  private static final String LIST = "kind: ResourceList\nitems: []\n";
  private static final String LENGTH = "Content-Length: " + LIST.length() + "\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
  private static final String SECOND = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String SIZE = Integer.toHexString(LIST.length());
  private static final String CHUNKS = SIZE + "\r\n" + LIST + "\r\n0\r\n\r\n";

  private final Map<String, String> all = new LinkedHashMap<>();

  private SmuggledRequests() {
    addTwoLengths();
    addTransferEncodings();
    addLengths();
    addChunks();
    addHeaderLines();
    addRequestLines();
    addBodies();
    Map.copyOf(all)
        .forEach((name, bytes) -> all.put(name + ", of GET", bytes.replace("POST", "GET")));
  }

  /** The bytes of each, as ISO 8859-1, by what is wrong with it. */
  public static Map<String, String> all() {
    return new SmuggledRequests().all;
  }

  private void addTwoLengths() {
    for (int length : new int[] {0, 4, CHUNKS.length(), (CHUNKS + SECOND).length()}) {
      String header = "Content-Length: " + length + "\r\n";
      add("CL.TE with a length of " + length, header + CHUNKED, CHUNKS + SECOND);
      add("TE.CL with a length of " + length, CHUNKED + header, CHUNKS + SECOND);
    }
    all.put(
        "Transfer-Encoding in HTTP/1.0",
        START.replace("1.1", "1.0")
            + "Connection: keep-alive\r\n"
            + CHUNKED
            + "\r\n"
            + CHUNKS
            + SECOND);
  }

  private void addTransferEncodings() {
    for (String coding :
        new String[] {
          "xchunked",
          "chunkedx",
          "cow",
          "identity",
          "gzip",
          "chunked, identity",
          "chunked, gzip",
          "chunked, chunked",
          "chunked, cow",
          "\"chunked\"",
          "'chunked'",
          "chunked;a=b",
          "\u000bchunked",
          "chunked\u000b",
          "chunked\0",
          "chunk\u00e9d",
          "{chunked}",
          ", chunked ,x"
        }) {
      String header = "Transfer-Encoding: " + coding + "\r\n";
      add("Transfer-Encoding: " + coding, header, CHUNKS + SECOND);
      add("Content-Length, and Transfer-Encoding: " + coding, LENGTH + header, LIST + SECOND);
    }
    add("two Transfer-Encodings", CHUNKED + "Transfer-Encoding: cow\r\n", CHUNKS + SECOND);
    add(
        "two Transfer-Encodings that swap",
        "Transfer-Encoding: cow\r\n" + CHUNKED,
        CHUNKS + SECOND);
    add("chunked twice", CHUNKED + CHUNKED, CHUNKS + SECOND);
  }

  private void addLengths() {
    int length = LIST.length();
    for (String text :
        new String[] {
          "+" + length,
          "-" + length,
          "-0",
          "0x" + SIZE,
          length + " 0",
          length + "_0",
          length + ";",
          "",
          "," + length,
          length + ", 0",
          "0, " + length,
          "\u000b" + length,
          length + "\0",
          "\"" + length + "\"",
          length + ".0",
          "1e1",
          "18446744073709551645",
          "99999999999999999999",
          "\u00b2\u00b9"
        }) {
      add("Content-Length: " + text, "Content-Length: " + text + "\r\n", LIST + SECOND);
    }
    add("two lengths, the second 0", LENGTH + "Content-Length: 0\r\n", LIST + SECOND);
    add("two lengths, the first 0", "Content-Length: 0\r\n" + LENGTH, LIST + SECOND);
  }

  private void addChunks() {
    for (String size :
        new String[] {
          "0x" + SIZE,
          "+" + SIZE,
          "-" + SIZE,
          "",
          "g",
          SIZE + " 0",
          SIZE + "\0",
          SIZE + ",",
          "1" + "0".repeat(16) + SIZE,
          "f".repeat(17),
          "100000000" + SIZE,
          SIZE + "\rX",
          SIZE + ";a\rb",
          SIZE + ";a\nb",
          SIZE + "\n",
          SIZE + ";a=\"\n\""
        }) {
      add("a chunk of size " + size, CHUNKED, size + "\r\n" + LIST + "\r\n0\r\n\r\n" + SECOND);
    }
    add("a chunk longer than its size", CHUNKED, "1\r\n" + LIST + "\r\n0\r\n\r\n" + SECOND);
    add("a chunk without an end", CHUNKED, SIZE + "\r\n" + LIST + "0\r\n\r\n" + SECOND);
    add("a chunk that ends with LF", CHUNKED, SIZE + "\r\n" + LIST + "\n0\r\n\r\n" + SECOND);
    add(
        "a chunk that ends with other bytes",
        CHUNKED,
        SIZE + "\r\n" + LIST + "XX0\r\n\r\n" + SECOND);
    add("a chunk size that ends with LF", CHUNKED, SIZE + "\n" + LIST + "\r\n0\r\n\r\n" + SECOND);
    add("a last chunk that ends with LF", CHUNKED, SIZE + "\r\n" + LIST + "\r\n0\n\n" + SECOND);
    for (String trailer :
        new String[] {
          "a b: c", "a : b", "nothing", ": a", "a\0: b", "a: b\0c", "a: b\rc", "a: b\nc: d"
        }) {
      add(
          "a trailer " + trailer,
          CHUNKED,
          SIZE + "\r\n" + LIST + "\r\n0\r\n" + trailer + "\r\n\r\n" + SECOND);
    }
    add(
        "a chunk extension of 100 kB",
        CHUNKED,
        SIZE + ";" + "a".repeat(100_000) + "\r\n" + LIST + "\r\n0\r\n\r\n" + SECOND);
  }

  private void addHeaderLines() {
    for (String line :
        new String[] {
          "Transfer-Encoding : chunked",
          "Transfer-Encoding\t: chunked",
          "Transfer-Encoding\u000b: chunked",
          "Transfer-Encoding\0: chunked",
          "Transfer Encoding: chunked",
          ": chunked",
          "nothing",
          "a\0: b",
          "a: b\0c",
          "a: b\rTransfer-Encoding: chunked",
          "a: b\nTransfer-Encoding: chunked",
          "a\r: b",
          "a\n: b",
          "(a): b",
          "a@b: c",
          "\u00e9: a",
          "\"a\": b",
          "Content-Length : 0",
          "a\r\n\r: b"
        }) {
      add("the header line " + line, LENGTH + line + "\r\n", LIST + SECOND);
    }
    all.put("line breaks of LF", (START + LENGTH + "\r\n").replace("\r\n", "\n") + LIST + SECOND);
    all.put("line breaks of CR", (START + LENGTH + "\r\n").replace("\r\n", "\r") + LIST + SECOND);
    all.put("an end of the head of LF", START + LENGTH + "\n" + LIST + SECOND);
    all.put("two Hosts", START + "Host: b\r\n" + "Transfer-Encoding: x\r\n\r\n" + LIST + SECOND);
  }

  private void addRequestLines() {
    for (String line :
        new String[] {
          "POST / x HTTP/1.1",
          "POST /\0 HTTP/1.1",
          "PO\0ST / HTTP/1.1",
          "P(ST / HTTP/1.1",
          "POST / HTTP/1.1 x",
          "POST / HTTP/1.1\rx",
          "POST / HTTP/2.0",
          "POST / HTTP/0.9",
          "POST / HTTP/1.10",
          "POST / HTTP/11",
          "POST / HTTP/1.x",
          "POST / HTTP/1,1",
          "POST / XTTP/1.1",
          "POST /",
          "POST",
          "/ HTTP/1.1"
        }) {
      all.put(
          "the request line " + line,
          START.replace("POST / HTTP/1.1", line) + LENGTH + "\r\n" + LIST + SECOND);
    }
    all.put("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SECOND);
    all.put(
        "a handshake of TLS",
        "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003" + SECOND);
  }

  /** Bodies that are requests: a server that forgets a body would answer them. */
  private void addBodies() {
    String length = "Content-Length: " + SECOND.length() + "\r\n";
    add("a body that is a request", length, SECOND);
    add(
        "a body that is a request, behind a type that is refused",
        "Accept: a/b\r\n" + length,
        SECOND);
    add(
        "a body that is a request, behind an Expect",
        "Expect: x 100-continue\r\n" + length,
        SECOND);
    add(
        "a body that was not waited for",
        "Expect: 100-continue\r\nAccept: a/b\r\n" + length,
        SECOND + SECOND);
    add(
        "an upgrade to h2c",
        "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            + length,
        SECOND);
    for (String method : new String[] {"GET", "OPTIONS", "DELETE", "TRACE", "CONNECT", "X"}) {
      all.put(
          "a body that is a request, of " + method,
          START.replace("POST", method) + length + "\r\n" + SECOND);
    }
    all.put(
        "a body that is a request, to no path",
        START.replace("POST /", "POST /nowhere") + length + "\r\n" + SECOND);
    String chunk = Integer.toHexString(SECOND.length()) + "\r\n" + SECOND + "\r\n0\r\n\r\n";
    add("a chunk that is a request", CHUNKED, chunk);
    add(
        "a chunk that is a request, behind a type that is refused",
        "Accept: a/b\r\n" + CHUNKED,
        chunk);
  }

  private void add(String name, String headers, String rest) {
    all.put(name, START + headers + "\r\n" + rest);
  }
}
