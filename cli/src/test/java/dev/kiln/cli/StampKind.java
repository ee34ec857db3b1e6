package dev.kiln.cli;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.kind.DeclarationForm;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.GivenSettings;
import dev.kiln.runtime.kind.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A kind of function that no module knows: it gives each item a label. */
final class StampKind implements FunctionKind<StampKind.Stamp> {
  record Stamp(String value) implements FunctionSpec {
    @Override
    public String label() {
      return "stamp " + value;
    }
  }

  @Override
  public String name() {
    return "stamp";
  }

  @Override
  public Class<Stamp> type() {
    return Stamp.class;
  }

  @Override
  public Optional<DeclarationForm<Stamp>> form() {
    Field stamp = Field.map("stamp", Field.text("value", "the value of a label").isRequired());
    return Optional.of(
        DeclarationForm.of(stamp, read -> new Stamp(read.map("stamp").text("value"))));
  }

  @Override
  public Set<Setting> settings() {
    return Set.of(Setting.ENVIRONMENT);
  }

  /** The variable STAMP replaces the value. */
  @Override
  public Stamp withSettings(Stamp stamp, GivenSettings given) {
    String value = Environment.of(given.envs(), Map.of()).values().get("STAMP");
    return value == null ? stamp : new Stamp(value);
  }

  @Override
  public FunctionFactory<Stamp> factory(FactoryContext context) {
    return (_, stamp) -> runner(stamp);
  }

  private static Runner runner(Stamp stamp) {
    return in ->
        Outcome.of(
            new Ending.Done(),
            in.list().mapItems(i -> i.edit(e -> e.set("metadata.labels.stamp", stamp.value()))),
            List.of());
  }

  /** The program with this kind and no other. */
  public static void main(String[] args) {
    int code = Main.run(List.of(args), new FunctionKinds(new StampKind()));
    System.out.flush();
    System.exit(code);
  }
}
