package dev.kiln.functions.searchreplace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.InterruptibleText;
import dev.kiln.functions.fields.ItemField;
import dev.kiln.functions.fields.QuotedText;
import dev.kiln.functions.fields.RegexSize;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects fields. A field must meet every criterion; without any criterion no field is selected.
 *
 * @param value the whole value, empty for any
 * @param regex an expression that may match any part of the value
 */
record SearchCriteria(
    String value,
    @Nullable Pattern regex,
    @Nullable FieldPattern pathPattern,
    @Nullable Pattern file) {

  static SearchCriteria of(DataEntries settings) {
    String value = settings.text("by-value");
    String regex = settings.text("by-value-regex");
    String place = settings.text("by-path");
    String file = settings.text("by-file-path");
    BadInput.unless(
        value.isEmpty() || regex.isEmpty(),
        "data.by-value-regex",
        regex,
        "by-value or by-value-regex, not both");
    return new SearchCriteria(
        value,
        regex.isEmpty() ? null : compile(regex),
        place.isEmpty() ? null : FieldPattern.of(place),
        file.isEmpty() ? null : FilePattern.compile(file));
  }

  private static Pattern compile(String regex) {
    String problem = RegexSize.problem(regex);
    BadInput.unless(
        problem.isEmpty(), "data.by-value-regex", problem, "fewer or smaller repetitions");
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new BadInput(
          "data.by-value-regex",
          QuotedText.of(regex) + ": " + e.getDescription(),
          "an RE2 expression");
    }
  }

  boolean matchesFile(Resource item) {
    return file == null || file.matches(item.path().orElse(""));
  }

  boolean matches(ItemField field) {
    return (pathPattern != null || hasValue())
        && (!hasValue() || (field.node().isScalar() && hasValue(field.node())))
        && (pathPattern == null || pathPattern.matches(field.dotted()));
  }

  /** Returns the groups of the expression for a text that it matches. */
  Optional<Matcher> findMatch(String text) {
    if (regex == null) {
      return Optional.empty();
    }
    Matcher matcher = regex.matcher(InterruptibleText.of(text));
    return matcher.find() ? Optional.of(matcher) : Optional.empty();
  }

  /** Returns the path, if it needs no search. */
  Optional<Path> plainPath() {
    return pathPattern == null || !pathPattern.isPlain() || hasValue()
        ? Optional.empty()
        : Optional.of(Path.keys(pathPattern.pieces().toArray(String[]::new)));
  }

  private boolean hasValue() {
    return !value.isEmpty() || regex != null;
  }

  private boolean hasValue(Node scalar) {
    return regex == null ? scalar.hasText(value) : findMatch(scalar.text()).isPresent();
  }
}
