package dev.kiln.client.steps;

import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.container.ContainerKind;
import dev.kiln.runtime.kind.exec.ExecKind;
import dev.kiln.runtime.kind.named.NamedKind;
import dev.kiln.runtime.kind.remote.RemoteKind;
import dev.kiln.runtime.kind.starlark.StarlarkKind;

/** The kinds of functions that an orchestrator knows by default. */
public final class StandardKinds {
  private StandardKinds() {}

  /** All standard kinds. */
  public static FunctionKinds all() {
    return new FunctionKinds(
        new ContainerKind(), new ExecKind(), new StarlarkKind(), new RemoteKind(), new NamedKind());
  }
}
