package dev.kiln.flags;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The flags of one command. They are written {@code --name value} or {@code --name=value}, may
 * stand anywhere, and end at {@code --}. A flag wins over its variable; an empty variable is not
 * set.
 */
public final class Flags {
  /** The lines of the flag that every command has. */
  public static final String HELP = "  --help, -h\n        this text\n";

  private final List<Flag> known;

  public Flags(Flag... known) {
    this(List.of(known));
  }

  public Flags(List<Flag> known) {
    this.known = List.copyOf(known);
  }

  /** All that may be given. */
  public List<Flag> known() {
    return known;
  }

  /** All of these lists in one. */
  @SafeVarargs
  public static List<Flag> concat(List<Flag>... lists) {
    var all = new ArrayList<Flag>();
    for (List<Flag> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }

  /**
   * Reads a command line.
   *
   * @throws UsageException if a flag is unknown or lacks its value
   */
  public FlagValues parse(List<String> args, Map<String, String> environment) {
    var given = new HashMap<Flag, List<String>>();
    var rest = new ArrayList<String>();
    var afterDoubleDash = new ArrayList<String>();
    boolean help = false;
    Iterator<String> words = args.iterator();
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals("--")) {
        words.forEachRemaining(afterDoubleDash::add);
      } else if (word.equals("--help") || word.equals("-h")) {
        help = true;
      } else if (word.length() > 1 && word.startsWith("-")) {
        read(word, words, given);
      } else {
        rest.add(word);
      }
    }
    return new FlagValues(
        known, given, environment, List.copyOf(rest), List.copyOf(afterDoubleDash), help);
  }

  private void read(String word, Iterator<String> words, Map<Flag, List<String>> given) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    Flag flag = find(name);
    boolean alone = equals < 0 && flag.isSwitch();
    if (equals < 0 && !alone && !words.hasNext()) {
      throw new UsageException("flag needs an argument: " + name);
    }
    String value = alone ? FlagValues.ON : equals < 0 ? words.next() : word.substring(equals + 1);
    given.putIfAbsent(flag, new ArrayList<>());
    given.get(flag).add(value);
  }

  private Flag find(String name) {
    for (Flag flag : known) {
      if (flag.hasName(name)) {
        return flag;
      }
    }
    throw new UsageException("unknown flag: " + name + suggestionFor(name));
  }

  private String suggestionFor(String name) {
    return Suggestion.of(name, known.stream().map(Flag::name).toList());
  }

  /** A block of lines for the help, a flag each. */
  public String help() {
    return lines(known) + HELP;
  }

  /** The lines of some flags alone. */
  public static String lines(List<Flag> some) {
    var lines = new StringBuilder();
    for (Flag flag : some) {
      String written = flag.name() + (flag.shortName().isEmpty() ? "" : ", " + flag.shortName());
      String variable = flag.variable().isEmpty() ? "" : " [" + flag.variable() + "]";
      lines.append(
          "  %s\n        %s%s\n"
              .formatted((written + " " + flag.value()).stripTrailing(), flag.help(), variable));
    }
    return lines.toString();
  }
}
