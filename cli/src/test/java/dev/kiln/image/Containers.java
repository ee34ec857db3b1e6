package dev.kiln.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.interop.Peers;
import dev.kiln.testkit.Await;
import dev.kiln.testkit.PodmanSettings;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds images with buildah, without a network, and runs them with podman. */
public final class Containers {
  /** All that a container can be denied: nothing to write to, nobody to talk to, no rights. */
  static final List<String> DENIED =
      List.of(
          "--read-only",
          "--read-only-tmpfs=false",
          "--network=none",
          "--cap-drop=all",
          "--security-opt=no-new-privileges");

  /** How buildah reports each image that it keeps for an instruction, with {@code --layers}. */
  private static final Pattern LAYER = Pattern.compile("(?m)^--> ([0-9a-f]{11,})$");

  private final List<String> images = new ArrayList<>();
  private final Map<String, String> variables;

  /** The test is skipped where there are no such programs. */
  public Containers(Path folder) throws IOException {
    Peers.program("podman");
    Peers.program("buildah");
    variables = PodmanSettings.write(folder);
  }

  /** Builds the image of that name from a folder; docker's format alone has health checks. */
  public void build(String image, Path folder, String... more)
      throws IOException, InterruptedException {
    images.addFirst(image);
    var command =
        new ArrayList<>(
            List.of("buildah", "bud", "--isolation=chroot", "--format=docker", "--pull-never"));
    command.addAll(List.of(more));
    command.addAll(List.of("--tag", image, folder.toString()));
    Program.Ended ended = run(command);
    LAYER
        .matcher(ended.out() + ended.err())
        .results()
        .forEach(layer -> images.addFirst(layer.group(1)));
    orSkip(ended);
  }

  private static void orSkip(Program.Ended ended) {
    if (ended.exit() != 0) {
      Peers.missing("podman", "no containers here: " + ended.err() + ended.out());
    }
  }

  /** Runs it to its end, with arguments for the engine, the image and its own. */
  Program.Ended run(String stdin, String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("podman", "run", "--rm", "--interactive"));
    command.addAll(DENIED);
    command.addAll(List.of(args));
    return Program.run(stdin.getBytes(UTF_8), builder(command));
  }

  /** Starts it in the background. */
  Container start(String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("podman", "run", "--detach"));
    command.addAll(DENIED);
    command.addAll(List.of(args));
    return new Container(this, run(command).well().out().strip());
  }

  /** What podman says. */
  Program.Ended podman(String... args) throws IOException, InterruptedException {
    return run(Stream.concat(Stream.of("podman"), Stream.of(args)).toList());
  }

  public Program.Ended run(List<String> command) throws IOException, InterruptedException {
    return Program.run(new byte[0], builder(command));
  }

  private ProcessBuilder builder(List<String> command) {
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(variables());
    return builder;
  }

  /** What podman needs to know here. */
  public Map<String, String> variables() {
    return variables;
  }

  /** Removes what was built, once no container of it is left. */
  public void remove() throws Exception {
    for (String image : images) {
      Await.until(
          () -> image + " is still in use",
          () -> podman("rmi", image).exit() != 2); // which says so
    }
  }
}
