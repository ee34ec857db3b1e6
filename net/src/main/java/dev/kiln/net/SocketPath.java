package dev.kiln.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Checks the path of a socket that is to be made. */
final class SocketPath {
  /** What the JDK binds to: one byte less than the system's field holds beside its end. */
  private static final int LIMIT = isMac() ? 102 : 106;

  private static final int FILE_TYPE = 0170000;
  private static final int SOCKET = 0140000;

  private SocketPath() {}

  /**
   * Accepts nothing, or a socket nobody listens on any more.
   *
   * @throws BadAddress if no socket can be made there
   */
  static void requireFree(Address.Unix address) {
    requireShort(address);
    Path folder = address.path().resolveSibling("");
    if (!Files.isDirectory(folder)) {
      String found = Files.exists(folder) ? folder + " is no directory" : "no directory " + folder;
      throw new BadAddress(address, found);
    }
    try {
      requireStale(address);
    } catch (NoSuchFileException _) {
      // the usual case
    } catch (IOException e) {
      throw new BadAddress(address, "what stands there cannot be examined: " + FailureText.of(e));
    }
  }

  private static void requireShort(Address.Unix address) {
    int length = bytes(address.path());
    int longest = Math.max(length, bytes(PrivateFolder.longestPath(address)));
    if (longest > LIMIT) {
      throw new BadAddress(
          address,
          "the path has %d bytes, %d with the directory it is made in (expected: at most %d)"
              .formatted(length, longest, LIMIT));
    }
  }

  private static void requireStale(Address.Unix address) throws IOException {
    Path path = address.path();
    int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & FILE_TYPE) != SOCKET) {
      throw new BadAddress(address, "the file there is no socket, and is left alone");
    }
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false); // or a listener too busy to accept would hold this up
      channel.connect(UnixDomainSocketAddress.of(path));
    } catch (ConnectException _) {
      return; // refused: its program is gone
    } catch (SocketException e) { // its queue is full, or lets others in only, or it just went
      if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      throw new BadAddress(address, "another program may listen there: " + FailureText.of(e));
    }
    throw new BadAddress(address, "address already in use, another program listens there");
  }

  private static int bytes(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static boolean isMac() {
    return System.getProperty("os.name", "").startsWith("Mac");
  }
}
