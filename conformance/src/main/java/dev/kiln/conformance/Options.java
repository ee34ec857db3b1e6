package dev.kiln.conformance;

import dev.kiln.conformance.cases.Level;
import dev.kiln.conformance.execution.BadFile;
import dev.kiln.conformance.judge.Selection;
import dev.kiln.conformance.report.ReportFile;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.TargetText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What the words on the command line mean. */
final class Options {
  private static final Set<String> SWITCHES =
      Set.of("--kit", "--verbose", "--clauses", "--help", "--version");
  private static final Set<String> VALUES =
      Set.of(
          "--list",
          "--config",
          "--definition",
          "--function",
          "--level",
          "--clause",
          "--door",
          "--known-failing",
          "--junit",
          "--json",
          "--engine",
          "--network",
          "--timeout");

  private final Map<String, List<String>> values = new HashMap<>();
  private final Set<String> switches = new HashSet<>();
  private String target = "";

  private Options() {}

  static Options of(List<String> words) throws Usage {
    var options = new Options();
    var rest = new ArrayList<>(words);
    while (!rest.isEmpty()) {
      options.take(rest);
    }
    if (options.target.isEmpty()
        && Stream.of("--help", "--clauses", "--version").noneMatch(options::has)) {
      throw new Usage("no target (fits: " + TargetText.FORMS + ")");
    }
    if (options.file("--junit").isPresent()
        && options.file("--junit").equals(options.file("--json"))) {
      throw new Usage("--junit and --json are one file");
    }
    return options;
  }

  private void take(List<String> rest) throws Usage {
    String word = rest.removeFirst();
    int equals = word.indexOf('=');
    String flag = word.startsWith("--") && equals > 0 ? word.substring(0, equals) : word;
    if (word.equals("-h")) {
      switches.add("--help");
    } else if (SWITCHES.contains(word)) {
      switches.add(word);
    } else if (VALUES.contains(flag)) {
      if (flag.equals(word) && (rest.isEmpty() || rest.getFirst().startsWith("--"))) {
        throw new Usage(flag + " needs a value");
      }
      String value = flag.equals(word) ? rest.removeFirst() : word.substring(equals + 1);
      List<String> before = values.computeIfAbsent(flag, _ -> new ArrayList<>());
      if (!before.isEmpty() && !flag.equals("--clause")) {
        throw new Usage(flag + " is given twice: " + before.getFirst() + " and " + value);
      }
      before.add(value);
    } else if (word.startsWith("-")) {
      throw new Usage("unknown flag " + word);
    } else if (target.isEmpty()) {
      target = word;
    } else {
      throw new Usage("one target at a time, not \"" + target + "\" and \"" + word + "\"");
    }
  }

  boolean has(String flag) {
    return switches.contains(flag);
  }

  /** The file that a flag names. */
  Optional<Path> file(String flag) {
    return value(flag).map(Path::of);
  }

  /** The report that a flag asks for. */
  Optional<ReportFile> report(String flag) throws BadFile {
    Optional<Path> path = file(flag);
    return path.isPresent() ? Optional.of(ReportFile.of(path.get())) : Optional.empty();
  }

  private Optional<String> value(String flag) {
    return values.getOrDefault(flag, List.of()).stream().findFirst();
  }

  Selection selection() throws Usage {
    String word = value("--level").orElse(Level.MAY.word());
    Level level =
        Stream.of(Level.values())
            .filter(each -> each.word().equals(word))
            .findFirst()
            .orElseThrow(
                () -> new Usage("--level " + word + " (fits: must, should, may, contract)"));
    return new Selection(level, values.getOrDefault("--clause", List.of()));
  }

  TargetText target() throws Usage {
    isFor("--engine", "image:");
    isFor("--network", "image:");
    isFor("--function", "http", "grpc", "unix:", "serve:");
    return new TargetText(
        target,
        value("--function").orElse(""),
        doors(),
        value("--engine").orElseGet(Options::engine),
        value("--network").orElse("none"),
        patience());
  }

  private void isFor(String flag, String... targets) throws Usage {
    if (value(flag).isPresent() && Stream.of(targets).noneMatch(target::startsWith)) {
      throw new Usage(flag + " means nothing for " + target);
    }
  }

  private Set<Door> doors() throws Usage {
    Set<Door> doors = EnumSet.noneOf(Door.class);
    for (String word : value("--door").map(all -> all.split(",")).orElse(new String[0])) {
      doors.add(
          Stream.of(Door.values())
              .filter(door -> door.word().equals(word.strip()))
              .findFirst()
              .orElseThrow(
                  () -> new Usage("--door " + word + " (fits: stdin, http, grpc, with commas)")));
    }
    if (!doors.isEmpty() && !target.startsWith("serve:")) {
      throw new Usage("--door is for serve:COMMAND; any other target has one door");
    }
    return doors;
  }

  private Duration patience() throws Usage {
    String text = value("--timeout").orElse("60").toLowerCase(Locale.ROOT).replaceFirst("s$", "");
    if (!text.matches("[1-9][0-9]{0,4}")) {
      throw new Usage("--timeout " + text + " (fits: whole seconds, as 60)");
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }

  private static String engine() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of("docker", "podman")
        .filter(
            name ->
                Stream.of(path.split(":"))
                    .filter(folder -> !folder.isEmpty())
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))))
        .findFirst()
        .orElse("docker");
  }
}
