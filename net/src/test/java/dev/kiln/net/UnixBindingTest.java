package dev.kiln.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixBindingTest {
  @TempDir Path folder;
  private Path path = Path.of("/");
  private String address = "";

  @BeforeEach
  void inTheFolder() {
    path = folder.resolve("k.sock");
    address = "unix://" + path;
  }

  @Test
  void listensOnASocket() throws IOException {
    try (var listener = TestListener.on(address)) {
      assertThat(listener.open()).isEqualTo(address);
      assertThat(greeting()).isEqualTo("hello");
      assertThat(names()).containsExactly("k.sock");
    }
  }

  @Test
  void servesGrpcToo() throws IOException {
    var loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (var binding = Binding.of(Address.parse(address), Binding.SOCKET_MODE)) {
      var server =
          NettyServerBuilder.forAddress(binding.socketAddress())
              .channelType(binding.channelType())
              .bossEventLoopGroup(loop)
              .workerEventLoopGroup(loop)
              .directExecutor()
              .build()
              .start();
      try {
        assertThat(binding.open(server.getListenSockets().getFirst())).isEqualTo(address);
        assertThat(path).exists();
      } finally {
        server.shutdownNow();
      }
    } finally {
      loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
  }

  @Test
  void nobodyElseSeesItBeforeItIsOpened() throws IOException {
    try (var listener = TestListener.on(address)) {
      Path made = folder.resolve(names().getFirst());
      assertThat(names()).hasSize(1).doesNotContain("k.sock");
      assertThat(mode(made)).isEqualTo("rwx------");
      listener.open();
    }
  }

  @Test
  void hasItsModeFromTheStart() throws IOException {
    try (var listener = TestListener.on(address)) {
      listener.open();
      assertThat(mode(path)).isEqualTo("rw-rw----");
    }
  }

  @Test
  void hasTheModeThatIsAskedFor() throws IOException {
    Set<PosixFilePermission> all = PosixFilePermissions.fromString("rw-rw-rw-");
    try (var listener = TestListener.on(address, all)) {
      listener.open();
      assertThat(mode(path)).isEqualTo("rw-rw-rw-");
    }
  }

  @Test
  void replacesAStaleSocket() throws IOException {
    leaveStaleSocket();
    try (var listener = TestListener.on(address)) {
      listener.open();
      assertThat(greeting()).isEqualTo("hello");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void leavesAStaleSocketUntilItIsOpened() throws IOException {
    leaveStaleSocket();
    TestListener.on(address).close();
    assertThat(names()).containsExactly("k.sock");
  }

  @Test
  void refusesALiveSocket() throws IOException {
    try (var first = TestListener.on(address)) {
      first.open();
      assertRefused(address, "address already in use, another program listens there");
      assertThat(greeting()).isEqualTo("hello");
    }
  }

  @Test
  void refusesALiveSocketThatIsTooBusyToAnswer() throws IOException {
    try (var busy = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      busy.bind(UnixDomainSocketAddress.of(path), 1);
      List<SocketChannel> waiting = connectUntilItIsFull();
      assertThatThrownBy(() -> TestListener.on(address))
          .hasMessageStartingWith("\"%s\": another program may listen there: ", address);
      for (SocketChannel each : waiting) {
        each.close();
      }
    }
  }

  @Test
  void refusesASocketThatCameInBetween() throws IOException {
    try (var slow = TestListener.on(address);
        var quick = TestListener.on(address)) {
      quick.open();
      assertThatThrownBy(slow::open)
          .isInstanceOf(BadAddress.class)
          .hasMessageEndingWith("another program listens there");
      assertThat(greeting()).isEqualTo("hello");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void leavesAFileThatIsNoSocketAlone() throws IOException {
    Files.writeString(path, "mine");
    assertRefused(address, "the file there is no socket, and is left alone");
    assertThat(path).hasContent("mine");
    assertThat(names()).hasSize(1);
  }

  @Test
  void leavesALinkAlone() throws IOException {
    Path target = folder.resolve("target");
    try (var listener = TestListener.on("unix://" + target)) {
      listener.open();
      Files.createSymbolicLink(path, target);
      assertRefused(address, "the file there is no socket, and is left alone");
    }
  }

  @Test
  void saysThatThereIsNoDirectory() throws IOException {
    assertRefused("unix://" + folder + "/no/k.sock", "no directory " + folder + "/no");
    Files.writeString(folder.resolve("file"), "");
    assertRefused("unix://" + folder + "/file/k", folder + "/file is no directory");
  }

  @Test
  void saysThatTheDirectoryIsNotWritable() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
    try {
      assumeFalse(Files.isWritable(folder), "root may write anywhere");
      assertRefused(address, "cannot write to directory " + folder + ": permission denied");
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void takesTheLongestPathOfTheSystemAndNoLonger() throws IOException {
    assumeFalse(System.getProperty("os.name").startsWith("Mac"), "other limits");
    String longest = address + "x".repeat(106 - path.toString().length());
    try (var listener = TestListener.on(longest)) {
      assertThat(listener.open()).isEqualTo(longest);
    }
    assertRefused(
        longest + "x",
        "the path has 107 bytes, %d with the directory it is made in (expected: at most 106)"
            .formatted(Math.max(107, (folder + "/.kzzzz/s").length())));
  }

  @Test
  void countsTheDirectoryTheSocketIsMadeIn() throws IOException {
    assumeFalse(System.getProperty("os.name").startsWith("Mac"), "other limits");
    Path deep = Files.createDirectory(folder.resolve("x".repeat(97 - folder.toString().length())));
    assertRefused(
        "unix://" + deep + "/k",
        "the path has 100 bytes, 107 with the directory it is made in (expected: at most 106)");
  }

  @Test
  void removesTheSocketWhenItCloses() throws IOException {
    var listener = TestListener.on(address);
    listener.open();
    assertThat(names()).containsExactly("k.sock");
    listener.close();
    assertThat(names()).isEmpty();
  }

  @Test
  void removesWhatItMadeIfItNeverOpened() throws IOException {
    TestListener.on(address).close();
    assertThat(names()).isEmpty();
    Binding.of(Address.parse(address), Binding.SOCKET_MODE).close();
    assertThat(names()).isEmpty();
  }

  @Test
  void leavesTheSocketOfItsSuccessor() throws IOException {
    try (var old = TestListener.on(address)) {
      old.open();
      Files.delete(path);
      try (var successor = TestListener.on(address)) {
        successor.open();
        old.binding.close();
        assertThat(greeting()).isEqualTo("hello");
      }
    }
  }

  @Test
  void leavesAFileThatGotTheInodeOfAnother() throws IOException {
    var identity = FileIdentity.of(Files.createFile(path));
    var reused = new FileIdentity(identity.key(), FileTime.fromMillis(0));
    reused.removeFrom(path);
    assertThat(path).exists();
    identity.removeFrom(path);
    assertThat(path).doesNotExist();
  }

  private static void assertRefused(String address, String problem) {
    assertThatThrownBy(() -> TestListener.on(address))
        .isInstanceOf(BadAddress.class)
        .hasMessage("\"%s\": %s", address, problem);
  }

  private void leaveStaleSocket() throws IOException {
    try (var gone = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      gone.bind(UnixDomainSocketAddress.of(path));
    }
    assertThat(path).exists();
  }

  private List<SocketChannel> connectUntilItIsFull() throws IOException {
    var waiting = new ArrayList<SocketChannel>();
    try {
      while (true) {
        var client = SocketChannel.open(StandardProtocolFamily.UNIX);
        waiting.add(client);
        client.configureBlocking(false);
        client.connect(UnixDomainSocketAddress.of(path));
      }
    } catch (SocketException _) {
      return waiting;
    }
  }

  private String greeting() throws IOException {
    return TestListener.greeting(UnixDomainSocketAddress.of(path));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
