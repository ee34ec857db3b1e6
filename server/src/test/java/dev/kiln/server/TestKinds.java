package dev.kiln.server;

import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.container.ContainerKind;
import dev.kiln.runtime.kind.exec.ExecKind;
import dev.kiln.runtime.kind.remote.RemoteKind;
import dev.kiln.server.config.FunctionFlags;

/** The kinds of functions that hosts in tests know. */
public final class TestKinds {
  public static final FunctionFlags FLAGS = new FunctionFlags(all());

  private TestKinds() {}

  public static FunctionKinds all() {
    return new FunctionKinds(new ContainerKind(), new ExecKind(), new RemoteKind());
  }
}
