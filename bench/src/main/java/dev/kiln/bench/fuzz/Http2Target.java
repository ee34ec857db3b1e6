package dev.kiln.bench.fuzz;

import dev.kiln.bench.attack.Http2Bytes;
import java.io.IOException;
import java.net.Socket;
import java.util.List;

/** The gRPC door below its calls: whatever comes behind the preface, the connection ends. */
final class Http2Target implements FuzzTarget {
  @Override
  public List<byte[]> seeds() {
    byte[] call =
        Http2Bytes.frame(Http2Bytes.HEADERS, Http2Bytes.END_HEADERS, 1, Http2Bytes.evaluate());
    byte[] message = Http2Bytes.message(new byte[] {82, 1, 'a'});
    return List.of(
        Http2Bytes.join(call, Http2Bytes.frame(Http2Bytes.DATA, Http2Bytes.END_STREAM, 1, message)),
        Http2Bytes.join(call, Http2Bytes.frame(Http2Bytes.RESET, 0, 1, new byte[] {0, 0, 0, 8})),
        Http2Bytes.join(
            call, Http2Bytes.frame(Http2Bytes.WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 1, 0})),
        Http2Bytes.join(
            Http2Bytes.frame(Http2Bytes.HEADERS, 0, 1, Http2Bytes.evaluate()),
            Http2Bytes.frame(Http2Bytes.CONTINUATION, Http2Bytes.END_HEADERS, 1)),
        Http2Bytes.frame(Http2Bytes.PRIORITY, 0, 1, new byte[5]),
        Http2Bytes.frame(Http2Bytes.PUSH_PROMISE, 4, 1, new byte[4]),
        Http2Bytes.frame(Http2Bytes.PING, 0, 0, new byte[8]),
        Http2Bytes.frame(Http2Bytes.GO_AWAY, 0, 0, new byte[8]),
        Http2Bytes.frame(Http2Bytes.SETTINGS, 0, 0, new byte[] {0, 4, 0, 1, 0, 0}));
  }

  @Override
  public void accept(byte[] input) throws IOException {
    FuzzedHost host = FuzzedHost.open();
    try (Socket socket = host.connectGrpc()) {
      FuzzedHost.send(socket, Http2Bytes.join(Http2Bytes.start(), input));
      byte[] _ = FuzzedHost.readAll(socket);
    }
    host.requireNoFault();
  }
}
