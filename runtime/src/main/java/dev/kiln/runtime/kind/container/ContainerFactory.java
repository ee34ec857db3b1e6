package dev.kiln.runtime.kind.container;

import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Containers;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.EngineException;
import dev.kiln.runtime.containers.ImageFacts;
import dev.kiln.runtime.containers.ImageRunner;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.ProcessRunners;
import dev.kiln.runtime.kind.ServingOptions;
import dev.kiln.runtime.kind.ServingOptions.Serves;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.ServerLauncher;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the runners for images, and owns the connection to the container engine. */
final class ContainerFactory implements FunctionFactory<ImageFunction> {
  private final FactoryContext context;
  private final ProcessRunners runners;
  private @Nullable Containers containers; // guarded by this

  ContainerFactory(FactoryContext context) {
    this.context = context;
    this.runners = new ProcessRunners(context);
  }

  @Override
  public ImageRunner runner(String name, ImageFunction image) {
    Containers ready = containers();
    ContainerSpec spec = spec(image);
    return new ImageRunner(() -> ready.inspect(spec), facts -> runner(name, image, spec, facts));
  }

  private Runner runner(String name, ImageFunction image, ContainerSpec spec, ImageFacts facts) {
    ServingOptions serving = image.serving();
    Serves usual = facts.isServer() ? Serves.HTTP : Serves.STDIN;
    return switch (serving.serves().orElse(usual)) {
      case STDIN -> runners.program(name, containers().v1Launcher(spec), image.pool());
      case HTTP -> server(name, image, launcher(serving, spec, Protocol.HTTP), facts);
      case GRPC -> server(name, image, launcher(serving, spec, Protocol.GRPC), facts);
    };
  }

  private Runner server(
      String name, ImageFunction image, ServerLauncher launcher, ImageFacts facts) {
    boolean idempotent = image.serving().idempotent() || facts.isIdempotent();
    return runners.server(name, launcher, idempotent, image.pool());
  }

  private ServerLauncher launcher(ServingOptions serving, ContainerSpec spec, Protocol protocol) {
    return serving.onPort()
        ? containers().v2LauncherOnPort(spec, protocol)
        : containers().v2Launcher(spec, protocol);
  }

  private ContainerSpec spec(ImageFunction image) {
    return ContainerSpec.of(image.image())
        .withNetwork(image.network())
        .withMounts(image.mounts())
        .withEnvironment(context.environment(image.envs()))
        .withMemory(image.memoryBytes())
        .withReadOnly(image.readOnly())
        .withPull(image.pull())
        .withUser(context.asCurrentUser() ? currentUser() : ContainerSpec.NOBODY);
  }

  private static String currentUser() {
    try {
      var own = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
      return own.get("uid") + ":" + own.get("gid");
    } catch (IOException | UnsupportedOperationException e) {
      throw new UncheckedIOException("the user of this process is unknown", new IOException(e));
    }
  }

  @Override
  public RegisteredFunction register(String name, ImageFunction image, List<String> problems) {
    ImageRunner runner = runner(name, image);
    return RegisteredFunction.ofImage(name, image.image(), definition(runner, problems), runner);
  }

  /**
   * The definition that the image publishes of its only function; null if it cannot be read yet.
   */
  private static @Nullable FunctionDefinition definition(
      ImageRunner runner, List<String> problems) {
    try {
      ImageFacts facts = runner.facts();
      problems.addAll(facts.warnings());
      return facts.definitions().size() == 1 ? facts.definitions().getFirst() : null;
    } catch (EngineException e) {
      problems.add(e.getMessage());
      return null;
    }
  }

  private synchronized Containers containers() {
    if (containers == null) {
      Map<String, String> own = System.getenv();
      containers =
          new Containers(
              context.engine().isEmpty() ? Engine.find(own) : Engine.of(context.engine(), own));
    }
    return containers;
  }

  @Override
  public synchronized void close() {
    if (containers != null) {
      containers.close();
    }
  }
}
