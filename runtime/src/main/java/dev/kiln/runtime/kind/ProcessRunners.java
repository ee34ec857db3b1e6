package dev.kiln.runtime.kind;

import dev.kiln.runtime.Runner;
import dev.kiln.runtime.instances.Launcher;
import dev.kiln.runtime.instances.ProgramRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.runtime.remote.ServerLauncher;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.runtime.remote.ServerSettings;
import java.util.Optional;

/** Creates runners for functions that are processes of this machine: programs and containers. */
public record ProcessRunners(FactoryContext context) {
  /** The runner of a program that starts once for each call, ahead of it. */
  public Runner program(String name, Launcher launcher, Optional<PoolOptions> pool) {
    var runner =
        new ProgramRunner(
            name,
            launcher,
            context.programPool(pool),
            context.instances(),
            context.maxMessageBytes());
    context.counters().pool(name, runner.counts());
    return runner;
  }

  /** The runner of a server that starts once. */
  public ServerRunner server(
      String name, ServerLauncher launcher, boolean idempotent, Optional<PoolOptions> pool) {
    PoolOptions options = context.pool(pool);
    var calls = RemoteSettings.of(context.maxMessageBytes()).withIdempotent(idempotent);
    var settings =
        ServerSettings.of(calls)
            .withMemory(options.memoryBytes())
            .withRecycling(options.maxAge(), options.maxCalls());
    var runner = new ServerRunner(name, launcher, settings, context.instances());
    context.counters().remote(name, runner.counts());
    return runner;
  }
}
