package dev.kiln.cli;

import dev.kiln.cli.json.JsonWriter;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.Suggestion;
import dev.kiln.flags.UsageException;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.sdk.loading.FunctionLoader;
import java.util.Comparator;
import java.util.List;

/** Shows the functions on the class path: all in a table, or one in detail. */
final class FunctionsCommand implements Command {
  static final String NAME = "functions";

  private static final Flag OUTPUT =
      new Flag(
          "--output",
          "-o",
          "FORMAT",
          "",
          "the format: table, json, or for one function yaml; default: table");
  private static final Flags FLAGS = new Flags(OUTPUT);
  private static final String USAGE =
      """
      usage: kiln functions [NAME] [flags]

      Lists the functions in the box. With NAME, describes one function, the images that it replaces
      and the schema of its functionConfig.

      Flags:
      """;

  @Override
  public String summary() {
    return "List the functions, or describe one";
  }

  @Override
  public int run(List<String> args) {
    FlagValues values = FLAGS.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(USAGE + FLAGS.help());
      return 0;
    }
    List<FunctionDefinition> all = definitions();
    FlagValues.Given format =
        values.find(OUTPUT).orElse(new FlagValues.Given(OUTPUT.name(), "table"));
    System.out.print(
        switch (values.rest().size()) {
          case 0 -> list(all, format);
          case 1 -> describe(named(all, values.rest().getFirst()), format);
          default -> throw new UsageException("unexpected argument: " + values.rest().get(1));
        });
    return 0;
  }

  private static List<FunctionDefinition> definitions() {
    return FunctionLoader.findAll(FunctionsCommand.class.getClassLoader()).stream()
        .map(FunctionClass::definition)
        .sorted(Comparator.comparing(FunctionDefinition::name))
        .toList();
  }

  private static FunctionDefinition named(List<FunctionDefinition> all, String name) {
    return all.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown function \"%s\"%s"
                        .formatted(
                            name,
                            Suggestion.of(
                                name, all.stream().map(FunctionDefinition::name).toList()))));
  }

  private static String list(List<FunctionDefinition> all, FlagValues.Given format) {
    return switch (format.value()) {
      case "table" -> DefinitionText.table(all);
      case "json" -> JsonWriter.of(all.stream().map(DefinitionText::facts).toList());
      default -> throw format.invalid("table or json");
    };
  }

  private static String describe(FunctionDefinition one, FlagValues.Given format) {
    return switch (format.value()) {
      case "table" -> DefinitionText.describe(one);
      case "json" -> JsonWriter.of(DefinitionText.facts(one));
      case "yaml" -> one.node().toString();
      default -> throw format.invalid("table, json or yaml");
    };
  }
}
