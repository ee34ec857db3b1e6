package dev.kiln.server;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Runners;
import dev.kiln.sdk.FunctionClass;
import dev.kiln.server.http.HttpDoor;
import dev.kiln.server.net.Address;
import dev.kiln.server.net.Binding;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.List;

final class Host {
  static int run(Settings settings, List<FunctionClass> functions) {
    var runners = new Runners(functions.stream().map(JavaRunner::host).toList());
    var evaluator = new Evaluator(runners, settings.limits());
    var loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    try {
      HttpDoor door =
          HttpDoor.open(
              new HttpDoor.Setup(
                  Binding.of(
                      Address.parse(settings.addresses().http().orElseThrow().value()),
                      Binding.SOCKET_MODE),
                  null,
                  evaluator,
                  _ -> {},
                  settings.connections(),
                  loops,
                  loops,
                  Throwable::printStackTrace));
      System.err.println("http: listening on " + door.address());
      Thread.currentThread().join();
      return 0;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
