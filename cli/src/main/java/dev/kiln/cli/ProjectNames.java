package dev.kiln.cli;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a new function and its parts are called.
 *
 * @param function {@code set-owner}
 * @param className {@code SetOwner}, the kind of its functionConfig as well
 * @param packageName of the class
 * @param group of the functionConfig's kind
 */
record ProjectNames(String function, String className, String packageName, String group) {
  static final Flag FUNCTION =
      new Flag(
          "--name", "", "NAME", "", "the function, such as set-owner; DIR's name if not given");
  static final Flag PACKAGE =
      new Flag("--package", "", "PACKAGE", "", "of its class; com.example if not given");
  static final Flag GROUP =
      new Flag("--group", "", "GROUP", "", "of its functionConfig; example.com for com.example");

  /** What the code of a new function names, so that its class cannot have that name. */
  static final Set<String> CLASSES_IN_TEMPLATE =
      Set.of(
          "BadInput",
          "Call",
          "Cases",
          "Default",
          "FunctionServer",
          "ItemFunction",
          "Override",
          "Resource",
          "String",
          "Test");

  /**
   * The words that Java reserves (JLS 3.9, 3.10). {@code javax.lang.model.SourceVersion} knows them
   * as well, but the bundled runtime has no {@code java.compiler} module.
   */
  static final Set<String> RESERVED =
      Set.of(
          ("abstract assert boolean break byte case catch char class const continue default do"
                  + " double else enum extends false final finally float for goto if implements"
                  + " import instanceof int interface long native new null package private protected"
                  + " public return short static strictfp super switch synchronized this throw"
                  + " throws transient true try void volatile while")
              .split(" "));

  private static final int LONGEST = 63;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern WORDS = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]+(-+[a-z0-9]+)*(\\.[a-z0-9]+(-+[a-z0-9]+)*)*");

  /** As the flags say; what they do not say follows from the rest. */
  static ProjectNames of(FlagValues values, Path folder) {
    String function =
        function(values.find(FUNCTION).orElseGet(() -> new FlagValues.Given("DIR", last(folder))));
    String packageName =
        packageName(values.find(PACKAGE).orElse(new FlagValues.Given("--package", "com.example")));
    String group =
        group(
            values
                .find(GROUP)
                .orElseGet(() -> new FlagValues.Given("--group", reversed(packageName))));
    return new ProjectNames(function, className(function), packageName, group);
  }

  private static String last(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "" : name.toString();
  }

  private static String function(FlagValues.Given given) {
    String name = given.value();
    if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
      throw given.invalid(
          "a function's name: small letters, digits and single dashes, a letter first, "
              + LONGEST
              + " at most, such as set-owner"
              + (given.source().equals(FUNCTION.name()) ? "" : "; --name gives another"));
    }
    if (CLASSES_IN_TEMPLATE.contains(className(name))) {
      throw given.invalid(
          "another name: its class would be " + className(name) + ", which its code needs");
    }
    return name;
  }

  private static String className(String function) {
    return Arrays.stream(function.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  private static String packageName(FlagValues.Given given) {
    String name = given.value();
    if (!isPackageName(name)) {
      throw given.invalid(
          "a package: words of small letters, digits and _ with dots between, none of them Java's"
              + " own, such as com.example");
    }
    return name;
  }

  private static boolean isPackageName(String name) {
    return WORDS.matcher(name).matches()
        && !name.startsWith("java.")
        && Arrays.stream(name.split("\\.", -1)).noneMatch(RESERVED::contains);
  }

  private static String group(FlagValues.Given given) {
    if (!DOMAIN.matcher(given.value()).matches()) {
      throw given.invalid(
          "a domain: words of small letters, digits and dashes with dots between, such as"
              + " example.com");
    }
    return given.value();
  }

  /** {@code example.com} for {@code com.example}. */
  private static String reversed(String packageName) {
    List<String> words = Arrays.asList(packageName.replace('_', '-').split("\\.", -1));
    Collections.reverse(words);
    return String.join(".", words);
  }
}
