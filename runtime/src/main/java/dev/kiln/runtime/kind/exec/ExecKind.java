package dev.kiln.runtime.kind.exec;

import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.runtime.instances.ProgramStartException;
import dev.kiln.runtime.kind.Cost;
import dev.kiln.runtime.kind.DeclarationForm;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FlagForm.Naming;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.GivenSettings;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.Pooling;
import dev.kiln.runtime.kind.ProcessRunners;
import dev.kiln.runtime.kind.ServingOptions;
import dev.kiln.runtime.kind.ServingOptions.Serves;
import dev.kiln.runtime.kind.Setting;
import dev.kiln.runtime.kind.ShellWords;
import dev.kiln.runtime.remote.ProgramServers;
import dev.kiln.runtime.remote.Protocol;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Programs of this machine, which read a list on stdin or are servers of spec v2. */
public final class ExecKind implements FunctionKind<ProgramFunction> {
  private static final String NAME = "exec";
  private static final String COMMAND = "command";
  private static final String ENV = "env";
  private static final String DIRECTORY = "directory";
  private static final String PATH = "path";
  private static final String ARGS = "args";
  private static final String ENVS = "envs";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Class<ProgramFunction> type() {
    return ProgramFunction.class;
  }

  @Override
  public Cost cost() {
    return Cost.PROCESS;
  }

  @Override
  public Pooling pooling() {
    return Pooling.ON_DEMAND;
  }

  @Override
  public Set<Setting> settings() {
    return Set.of(Setting.ENVIRONMENT);
  }

  @Override
  public ProgramFunction withSettings(ProgramFunction program, GivenSettings given) {
    return program.withEnvs(Environment.merged(program.envs(), given.envs()));
  }

  // --- How it is declared -----------------------------------------------------------------------

  @Override
  public Optional<DeclarationForm<ProgramFunction>> hostForm() {
    Field exec =
        Field.map(
            NAME,
            Field.texts(COMMAND, "a text: the program and its arguments").isRequired(),
            Field.textMap(ENV, "a text"),
            Field.text(DIRECTORY, "the path of a folder"));
    var beside = new ArrayList<>(ServingOptions.FIELDS);
    beside.add(PoolOptions.FIELD);
    return Optional.of(new DeclarationForm<>(exec, beside, ExecKind::ofHost));
  }

  private static ProgramFunction ofHost(Fields declaration) {
    Fields exec = declaration.map(NAME);
    return exec.made(
        COMMAND,
        () ->
            new ProgramFunction(
                exec.texts(COMMAND),
                Environment.list(exec.textMap(ENV)),
                exec.find(DIRECTORY),
                ServingOptions.read(declaration),
                PoolOptions.read(declaration)));
  }

  @Override
  public Optional<DeclarationForm<ProgramFunction>> annotationForm() {
    Field exec =
        Field.map(
            NAME,
            Field.text(PATH, "the path of a program").isRequired(),
            Field.texts(ARGS, "a text"),
            Environment.FIELD);
    return Optional.of(DeclarationForm.of(exec, ExecKind::ofAnnotation));
  }

  private static ProgramFunction ofAnnotation(Fields declaration) {
    Fields exec = declaration.map(NAME);
    var command = new ArrayList<String>();
    command.add(exec.text(PATH));
    command.addAll(exec.texts(ARGS));
    List<String> envs = exec.made(ENVS, () -> Environment.checked(exec.texts(ENVS)));
    return exec.made(PATH, () -> ProgramFunction.of(command, envs));
  }

  @Override
  public Optional<FlagForm<ProgramFunction>> hostFlag() {
    return flag(
        "add a program of spec v1 as a function and keep processes of it ready; may be given several times");
  }

  @Override
  public Optional<FlagForm<ProgramFunction>> runFlag() {
    return flag("run this program with its arguments; needs no --enable-exec");
  }

  private static Optional<FlagForm<ProgramFunction>> flag(String help) {
    return Optional.of(
        new FlagForm<>(
            "--exec",
            "COMMAND",
            help,
            Naming.REQUIRED,
            "NAME=COMMAND, as label=./label",
            ExecKind::ofText));
  }

  private static ProgramFunction ofText(String text) {
    List<String> words = ShellWords.of(text).orElse(List.of());
    if (words.isEmpty()) {
      throw new FlagForm.BadValueException("a command whose quotes are closed");
    }
    return ProgramFunction.of(words, List.of());
  }

  // --- What runs it -----------------------------------------------------------------------------

  @Override
  public FunctionFactory<ProgramFunction> factory(FactoryContext context) {
    return new FunctionFactory<>() {
      @Override
      public Runner runner(String name, ProgramFunction spec) {
        return ExecKind.runner(context, name, spec);
      }

      @Override
      public RegisteredFunction register(String name, ProgramFunction spec, List<String> problems) {
        requireExecutable(context, name, spec);
        return FunctionFactory.super.register(name, spec, problems);
      }
    };
  }

  /** A host knows its programs before it is called, so it finds out at once that one is missing. */
  private static void requireExecutable(FactoryContext context, String name, ProgramFunction spec) {
    try {
      launch(context, spec).requireExecutable();
    } catch (ProgramStartException e) {
      throw new IllegalArgumentException("function " + name + ": " + e.reason(), e);
    }
  }

  private static Runner runner(FactoryContext context, String name, ProgramFunction spec) {
    var runners = new ProcessRunners(context);
    return switch (spec.serving().serves().orElse(Serves.STDIN)) {
      case STDIN -> runners.program(name, () -> launch(context, spec), spec.pool());
      case HTTP -> server(runners, name, spec, Protocol.HTTP);
      case GRPC -> server(runners, name, spec, Protocol.GRPC);
    };
  }

  private static Runner server(
      ProcessRunners runners, String name, ProgramFunction spec, Protocol protocol) {
    var launcher =
        new ProgramServers(launch(runners.context(), spec), protocol, spec.serving().onPort());
    return runners.server(name, launcher, spec.serving().idempotent(), spec.pool());
  }

  private static LaunchSpec launch(FactoryContext context, ProgramFunction spec) {
    return LaunchSpec.exec(
        spec.command(), context.programEnvironment(spec.envs()), spec.directory().map(Path::of));
  }
}
