package dev.kiln.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The events that snakeyaml-engine reads, in the notation of {@link Events}. */
final class EngineEvents {
  private EngineEvents() {}

  /** The events, or nothing if the engine refuses the text. */
  static Optional<String> of(String text) {
    StringBuilder out = new StringBuilder();
    try {
      for (Event event : new Parse(LoadSettings.builder().build()).parseString(text)) {
        out.append(line(event)).append('\n');
      }
    } catch (YamlEngineException | NumberFormatException e) { // the latter for an odd escape
      return Optional.empty();
    }
    return Optional.of(out.toString());
  }

  private static String line(Event event) {
    return switch (event) {
      case ScalarEvent e ->
          "=VAL" + properties(e.getAnchor(), e.getTag()) + " " + style(e) + escaped(e);
      case MappingStartEvent e ->
          "+MAP" + (e.isFlow() ? " {}" : "") + properties(e.getAnchor(), e.getTag());
      case SequenceStartEvent e ->
          "+SEQ" + (e.isFlow() ? " []" : "") + properties(e.getAnchor(), e.getTag());
      case AliasEvent e -> "=ALI *" + e.getAlias().getValue();
      default -> plain(event);
    };
  }

  private static String plain(Event event) {
    return switch (event.getEventId()) {
      case StreamStart -> "+STR";
      case StreamEnd -> "-STR";
      case DocumentStart -> "+DOC";
      case DocumentEnd -> "-DOC";
      case MappingEnd -> "-MAP";
      case SequenceEnd -> "-SEQ";
      case Alias, Comment, MappingStart, Scalar, SequenceStart ->
          throw new AssertionError(event.toString());
    };
  }

  private static String properties(Optional<Anchor> anchor, Optional<String> tag) {
    return anchor.map(a -> " &" + a.getValue()).orElse("")
        + tag.map(t -> " <" + t + ">").orElse("");
  }

  private static char style(ScalarEvent event) {
    return switch (event.getScalarStyle()) {
      case DOUBLE_QUOTED -> '"';
      case SINGLE_QUOTED -> '\'';
      case LITERAL, JSON_SCALAR_STYLE -> '|';
      case FOLDED -> '>';
      case PLAIN -> ':';
    };
  }

  private static String escaped(ScalarEvent event) {
    return Events.escape(event.getValue());
  }
}
