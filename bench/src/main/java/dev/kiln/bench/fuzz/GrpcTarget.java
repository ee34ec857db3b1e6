package dev.kiln.bench.fuzz;

import com.google.protobuf.ByteString;
import dev.kiln.bench.attack.Http2Bytes;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The envelope of gRPC: a call with any bytes for its message ends, once. */
final class GrpcTarget implements FuzzTarget {
  private static final int MAX_FRAME = 16 << 10;

  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (RepositoryCases.FunctionCase each : RepositoryCases.ofFunctions().subList(0, 20)) {
      var request =
          EvaluateRequest.newBuilder()
              .setResourceList(ByteString.copyFrom(each.list()))
              .setFunction("set-labels")
              .setImage("example.com/set-labels:v1")
              .setAccept(Encoding.JSON)
              .build();
      seeds.add(Http2Bytes.message(request.toByteArray()));
    }
    seeds.add(Http2Bytes.message(new byte[0]));
    seeds.add(Http2Bytes.join(Http2Bytes.message(new byte[2]), Http2Bytes.message(new byte[0])));
    return seeds;
  }

  @Override
  public void accept(byte[] input) throws IOException {
    FuzzedHost host = FuzzedHost.open();
    try (Socket socket = host.connectGrpc()) {
      send(socket, input);
      awaitEnd(new DataInputStream(socket.getInputStream()));
    }
    host.requireNoFault();
  }

  private static void send(Socket socket, byte[] input) throws IOException {
    byte[] call =
        Http2Bytes.join(
            Http2Bytes.start(),
            Http2Bytes.frame(Http2Bytes.HEADERS, Http2Bytes.END_HEADERS, 1, Http2Bytes.evaluate()));
    int at = 0;
    for (; input.length - at > MAX_FRAME; at += MAX_FRAME) {
      byte[] part = Arrays.copyOfRange(input, at, at + MAX_FRAME);
      call = Http2Bytes.join(call, Http2Bytes.frame(Http2Bytes.DATA, 0, 1, part));
    }
    byte[] last = Arrays.copyOfRange(input, at, input.length);
    try {
      socket
          .getOutputStream()
          .write(
              Http2Bytes.join(
                  call, Http2Bytes.frame(Http2Bytes.DATA, Http2Bytes.END_STREAM, 1, last)));
    } catch (SocketException e) {
      // refused: what was answered can still be read
    }
  }

  /** Reads until the stream or the connection ends; a host that says nothing lets it time out. */
  private static void awaitEnd(DataInputStream in) throws IOException {
    try {
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        in.readFully(new byte[length]);
        boolean isLast = type == Http2Bytes.HEADERS && (flags & Http2Bytes.END_STREAM) != 0;
        if (type == Http2Bytes.GO_AWAY || (stream == 1 && (isLast || type == Http2Bytes.RESET))) {
          return;
        }
      }
    } catch (EOFException | SocketException e) {
      // closed
    }
  }
}
