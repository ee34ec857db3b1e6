package dev.kiln.client.steps;

import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.remote.RemoteAddress;
import java.util.List;

/**
 * What runs. Each refuses, with an {@link IllegalArgumentException} of one line, what could never
 * run; whether it may run is for others to say.
 */
public sealed interface FunctionRef {
  /** Which of them it is: a switch over patterns is put together anew by every process. */
  enum Kind {
    IMAGE,
    EXEC,
    ENDPOINT,
    NAMED,
    STARLARK
  }

  Kind kind();

  /** As people call it: an image, a program, an address, a name. */
  String label();

  /**
   * A container.
   *
   * @param network whether it sees more of the network than itself
   * @param envs each {@code NAME=value}, or {@code NAME} for the caller's value: see {@link
   *     Environment}
   */
  record Image(String image, boolean network, List<Mount> mounts, List<String> envs)
      implements FunctionRef {
    public Image {
      ContainerSpec.of(image);
      mounts = List.copyOf(mounts);
      envs = Environment.checked(envs);
    }

    /** Without a network, mounts and variables. */
    public static Image of(String image) {
      return new Image(image, false, List.of(), List.of());
    }

    @Override
    public Kind kind() {
      return Kind.IMAGE;
    }

    @Override
    public String label() {
      return image;
    }
  }

  /**
   * A program.
   *
   * @param command its path as it was said, then its arguments. Peers start declared programs in
   *     the folder where they themselves were called, so a relative path counts from there, not
   *     from the package; a name without a slash is looked up in {@code PATH}
   */
  record Exec(List<String> command, List<String> envs) implements FunctionRef {
    public Exec {
      command = List.copyOf(command);
      if (command.isEmpty() || command.getFirst().isBlank()) {
        throw new InvalidDeclarationException(
            "a program without a path (expected: a path, or a name in PATH)");
      }
      envs = Environment.checked(envs);
    }

    @Override
    public Kind kind() {
      return Kind.EXEC;
    }

    @Override
    public String label() {
      return command.getFirst();
    }
  }

  /** A server of spec v2 that runs already; {@link RemoteAddress} reads its address. */
  record Endpoint(String address) implements FunctionRef {
    public Endpoint {
      RemoteAddress.parse(address);
    }

    @Override
    public Kind kind() {
      return Kind.ENDPOINT;
    }

    @Override
    public String label() {
      return address;
    }
  }

  /** One that a host has by this name. */
  record Named(String name) implements FunctionRef {
    public Named {
      if (name.isBlank()) {
        throw new InvalidDeclarationException(
            "a function without a name (expected: the name that its definition has)");
      }
    }

    @Override
    public Kind kind() {
      return Kind.NAMED;
    }

    @Override
    public String label() {
      return name;
    }
  }

  /**
   * A script.
   *
   * @param path where it is in the package; empty if it is at a url
   * @param url where to load it from; empty if it is at a path
   * @param name for people; may be empty
   */
  record Starlark(String path, String url, String name) implements FunctionRef {
    public Starlark {
      if (path.isEmpty() == url.isEmpty()) {
        String found = path.isEmpty() ? "neither path nor url" : "both path and url";
        throw new InvalidDeclarationException(
            "a script with " + found + " (expected: one of them)");
      }
    }

    @Override
    public Kind kind() {
      return Kind.STARLARK;
    }

    @Override
    public String label() {
      return name.isEmpty() ? path + url : name;
    }
  }
}
