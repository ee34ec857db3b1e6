package dev.kiln.runtime.kind.remote;

import dev.kiln.runtime.Runner;
import dev.kiln.runtime.kind.Cost;
import dev.kiln.runtime.kind.DeclarationForm;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FlagForm.Naming;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.ServingOptions;
import dev.kiln.runtime.remote.ClientToken;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Servers of spec v2 that are already running: {@code remote} of a host, {@code endpoint} of a
 * resource.
 */
public final class RemoteKind implements FunctionKind<RemoteFunction> {
  private static final String NAME = "remote";
  private static final String ENDPOINT = "endpoint";
  private static final String ADDRESSES = "addresses";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Class<RemoteFunction> type() {
    return RemoteFunction.class;
  }

  @Override
  public Cost cost() {
    return Cost.ELSEWHERE;
  }

  @Override
  public Optional<DeclarationForm<RemoteFunction>> hostForm() {
    Field remote =
        Field.map(
            NAME,
            Field.texts(ADDRESSES, "the address of a server").isRequired(),
            Field.text("function", "the name of a function there"),
            Field.text("image", "the name of an image"),
            Field.text("caFile", "the path of a file"),
            Field.text("certFile", "the path of a file"),
            Field.text("keyFile", "the path of a file"),
            Field.text("tokenFile", "the path of a file"));
    var beside = new ArrayList<>(ServingOptions.FIELDS); // all accepted, but only one has an effect
    beside.add(PoolOptions.FIELD);
    return Optional.of(new DeclarationForm<>(remote, beside, RemoteKind::ofHost));
  }

  private static RemoteFunction ofHost(Fields declaration) {
    Fields remote = declaration.map(NAME);
    return remote.made(
        ADDRESSES,
        () ->
            new RemoteFunction(
                remote.texts(ADDRESSES),
                remote.find("function"),
                remote.find("image"),
                remote.find("caFile"),
                remote.find("certFile"),
                remote.find("keyFile"),
                remote.find("tokenFile"),
                ServingOptions.read(declaration).idempotent()));
  }

  @Override
  public Optional<DeclarationForm<RemoteFunction>> annotationForm() {
    return Optional.of(
        DeclarationForm.of(
            Field.text(ENDPOINT, "the address of a server"), RemoteKind::ofAnnotation));
  }

  private static RemoteFunction ofAnnotation(Fields declaration) {
    return declaration.made(ENDPOINT, () -> RemoteFunction.at(declaration.text(ENDPOINT)));
  }

  @Override
  public Optional<FlagForm<RemoteFunction>> hostFlag() {
    return Optional.of(
        new FlagForm<>(
            "--remote",
            "ADDRESS[,ADDRESS]",
            "add a function on a server of spec v2: http://host:port, grpc://host:port,"
                + " unix:///path.sock; https and grpcs for TLS; may be given several times",
            Naming.BEFORE_LIST,
            "NAME=ADDRESS, as policy=grpc://policy:9446",
            RemoteKind::ofText));
  }

  private static RemoteFunction ofText(String text) {
    return RemoteFunction.at(text.split("\\s*,\\s*", 0));
  }

  @Override
  public Optional<FlagForm<RemoteFunction>> runFlag() {
    return Optional.of(
        new FlagForm<>(
            "--endpoint",
            "ADDRESS",
            "call this server of spec v2: http://host:port, grpc://…, unix:///…",
            Naming.REQUIRED,
            "",
            RemoteFunction::at));
  }

  @Override
  public FunctionFactory<RemoteFunction> factory(FactoryContext context) {
    return (name, spec) -> runner(context, name, spec);
  }

  private static Runner runner(FactoryContext context, String name, RemoteFunction spec) {
    var addresses = new ArrayList<RemoteAddress>();
    for (String address : spec.addresses()) {
      addresses.add(RemoteAddress.parse(address));
    }
    RemoteSettings plain =
        RemoteSettings.of(context.maxMessageBytes())
            .withTls(path(spec.caFile()), path(spec.certFile()), path(spec.keyFile()))
            .withToken(
                spec.tokenFile().map(Path::of).map(ClientToken::ofFile).orElse(ClientToken.NONE))
            .withIdempotent(spec.idempotent());
    RemoteSettings named = spec.function().map(plain::withFunction).orElse(plain);
    RemoteSettings settings = spec.image().map(named::withImage).orElse(named);
    var runner = new RemoteRunner(name, addresses, settings);
    context.counters().remote(name, runner.counts());
    return runner;
  }

  private static @Nullable Path path(Optional<String> file) {
    return file.map(Path::of).orElse(null);
  }
}
