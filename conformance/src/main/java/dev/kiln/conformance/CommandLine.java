package dev.kiln.conformance;

import dev.kiln.conformance.cases.RequirementLevel;
import dev.kiln.conformance.execution.InvalidFileException;
import dev.kiln.conformance.judge.CaseSelection;
import dev.kiln.conformance.report.ReportFile;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetSpec;
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

/** The parsed command line. */
final class CommandLine {
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

  private CommandLine() {}

  static CommandLine of(List<String> words) throws UsageException {
    var options = new CommandLine();
    var rest = new ArrayList<>(words);
    while (!rest.isEmpty()) {
      options.readWord(rest);
    }
    if (options.target.isEmpty()
        && Stream.of("--help", "--clauses", "--version").noneMatch(options::has)) {
      throw new UsageException("no target (expected: " + TargetSpec.FORMS + ")");
    }
    if (options.file("--junit").isPresent()
        && options.file("--junit").equals(options.file("--json"))) {
      throw new UsageException("--junit and --json are one file");
    }
    return options;
  }

  private void readWord(List<String> rest) throws UsageException {
    String word = rest.removeFirst();
    int equals = word.indexOf('=');
    String flag = word.startsWith("--") && equals > 0 ? word.substring(0, equals) : word;
    if (word.equals("-h")) {
      switches.add("--help");
    } else if (SWITCHES.contains(word)) {
      switches.add(word);
    } else if (VALUES.contains(flag)) {
      if (flag.equals(word) && (rest.isEmpty() || rest.getFirst().startsWith("--"))) {
        throw new UsageException(flag + " needs a value");
      }
      String value = flag.equals(word) ? rest.removeFirst() : word.substring(equals + 1);
      List<String> before = values.computeIfAbsent(flag, _ -> new ArrayList<>());
      if (!before.isEmpty() && !flag.equals("--clause")) {
        throw new UsageException(flag + " is given twice: " + before.getFirst() + " and " + value);
      }
      before.add(value);
    } else if (word.startsWith("-")) {
      throw new UsageException("unknown flag " + word);
    } else if (target.isEmpty()) {
      target = word;
    } else {
      throw new UsageException("one target at a time, not \"" + target + "\" and \"" + word + "\"");
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
  Optional<ReportFile> report(String flag) throws InvalidFileException {
    Optional<Path> path = file(flag);
    return path.isPresent() ? Optional.of(ReportFile.of(path.get())) : Optional.empty();
  }

  private Optional<String> value(String flag) {
    return values.getOrDefault(flag, List.of()).stream().findFirst();
  }

  CaseSelection selection() throws UsageException {
    String word = value("--level").orElse(RequirementLevel.MAY.word());
    RequirementLevel level =
        Stream.of(RequirementLevel.values())
            .filter(each -> each.word().equals(word))
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "--level " + word + " (expected: must, should, may, contract)"));
    return new CaseSelection(level, values.getOrDefault("--clause", List.of()));
  }

  TargetSpec target() throws UsageException {
    requireTargetKind("--engine", "image:");
    requireTargetKind("--network", "image:");
    requireTargetKind("--function", "http", "grpc", "unix:", "serve:");
    return new TargetSpec(
        target,
        value("--function").orElse(""),
        doors(),
        value("--engine").orElseGet(CommandLine::findEngine),
        value("--network").orElse("none"),
        timeout());
  }

  private void requireTargetKind(String flag, String... targets) throws UsageException {
    if (value(flag).isPresent() && Stream.of(targets).noneMatch(target::startsWith)) {
      throw new UsageException(flag + " means nothing for " + target);
    }
  }

  private Set<TargetDoor> doors() throws UsageException {
    Set<TargetDoor> doors = EnumSet.noneOf(TargetDoor.class);
    for (String word : value("--door").map(all -> all.split(",")).orElse(new String[0])) {
      doors.add(
          Stream.of(TargetDoor.values())
              .filter(door -> door.word().equals(word.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--door " + word + " (expected: stdin, http, grpc, with commas)")));
    }
    if (!doors.isEmpty() && !target.startsWith("serve:")) {
      throw new UsageException("--door is for serve:COMMAND; any other target has one door");
    }
    return doors;
  }

  private Duration timeout() throws UsageException {
    String text = value("--timeout").orElse("60").toLowerCase(Locale.ROOT).replaceFirst("s$", "");
    if (!text.matches("[1-9][0-9]{0,4}")) {
      throw new UsageException("--timeout " + text + " (expected: whole seconds, as 60)");
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }

  private static String findEngine() {
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
