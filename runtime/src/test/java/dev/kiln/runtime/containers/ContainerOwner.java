package dev.kiln.runtime.containers;

import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.instances.PoolSettings;
import dev.kiln.runtime.instances.ProgramRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A process that has two containers of an image wait for calls, until it is killed. */
final class ContainerOwner {
  private ContainerOwner() {}

  /** Prints what the names of its containers begin with. */
  public static void main(String[] args) throws IOException {
    var containers = new Containers(Engine.of(List.of("podman"), System.getenv()));
    System.out.println(containers.prefix());
    var two = new PoolSettings(2, 2, Duration.ofMinutes(5), 0);
    var instances = new Instances(InstanceLimits.defaults());
    new ProgramRunner(
            "fn",
            containers.v1Launcher(ContainerSpec.of(args[0])),
            two,
            instances,
            Integer.MAX_VALUE)
        .prepare();
    System.in.read();
  }
}
