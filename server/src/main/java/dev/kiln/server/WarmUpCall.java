package dev.kiln.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A call to a door of this machine, written as bytes: a client of a library would be loaded for
 * nothing else, and is slower to load than the doors are.
 */
record WarmUpCall(int port, Optional<SSLContext> tls) {
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int TIMEOUT_MILLIS = 5000;
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  static WarmUpCall to(String address, Optional<SSLContext> tls) {
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    return new WarmUpCall(port, tls);
  }

  private Socket connect(String protocol) throws IOException {
    Socket socket = tls.isPresent() ? secure(tls.get(), protocol) : new Socket(HERE, port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  private Socket secure(SSLContext context, String protocol) throws IOException {
    var socket = (SSLSocket) context.getSocketFactory().createSocket(HERE, port);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** Over HTTP; returns once the answer is here. */
  void http(byte[] list) throws IOException {
    String head =
        "POST / HTTP/1.1\r\nHost: here\r\nContent-Type: text/yaml\r\nConnection: close\r\n"
            + "Accept: */*\r\nContent-Length: %d\r\n\r\n".formatted(list.length);
    try (Socket socket = connect("http/1.1")) {
      var request = new ByteArrayOutputStream();
      request.writeBytes(head.getBytes(US_ASCII));
      request.writeBytes(list);
      socket.getOutputStream().write(request.toByteArray());
      var _ = socket.getInputStream().readAllBytes();
    }
  }

  /** Over gRPC; returns once the answer is here. */
  void grpc(byte[] list) throws IOException {
    byte[] message =
        EvaluateRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(list))
            .build()
            .toByteArray();
    try (Socket socket = connect("h2")) {
      var bytes = new ByteArrayOutputStream();
      var request = new DataOutputStream(bytes);
      request.write(PREFACE);
      frame(request, SETTINGS, 0, 0, 0);
      byte[] headers = headers();
      frame(request, HEADERS, END_HEADERS, 1, headers.length);
      request.write(headers);
      frame(request, DATA, END_STREAM, 1, message.length + 5);
      request.writeByte(0); // not compressed
      request.writeInt(message.length);
      request.write(message);
      socket.getOutputStream().write(bytes.toByteArray());
      awaitEnd(new DataInputStream(socket.getInputStream()));
    }
  }

  /** RFC 9113, section 4.1. */
  private static void frame(DataOutputStream to, int type, int flags, int stream, int length)
      throws IOException {
    to.writeInt(length << 8 | type);
    to.writeByte(flags);
    to.writeInt(stream);
  }

  /** In HPACK, none of them to be remembered (RFC 7541, section 6.2.2). */
  private byte[] headers() {
    var block = new ByteArrayOutputStream();
    header(block, ":method", "POST");
    header(block, ":scheme", tls.isPresent() ? "https" : "http");
    header(block, ":path", "/krm.function.v2alpha1.FunctionService/Evaluate");
    header(block, ":authority", "here");
    header(block, "content-type", "application/grpc");
    header(block, "te", "trailers");
    return block.toByteArray();
  }

  private static void header(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    block.write(name.length());
    block.writeBytes(name.getBytes(US_ASCII));
    block.write(value.length());
    block.writeBytes(value.getBytes(US_ASCII));
  }

  private static void awaitEnd(DataInputStream answer) throws IOException {
    boolean end;
    do {
      int start = answer.readInt();
      int flags = answer.readByte();
      int stream = answer.readInt();
      int type = start & 0xff;
      end = stream == 1 && type <= HEADERS && (flags & END_STREAM) != 0;
      answer.skipNBytes(start >>> 8);
    } while (!end);
  }
}
