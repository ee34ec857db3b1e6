package dev.kiln.conformance.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.LoadSettingsBuilder;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CommentEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * One YAML or JSON document.
 *
 * @param text as it was written
 */
public record YamlDocument(String text, DocumentValue root) {
  private static final int LEAST_BUFFER = 1 << 10;
  private static final int MOST_BUFFER = 1 << 20;
  private static final DocumentCache CACHE = new DocumentCache();

  /** Reads what must be exactly one document. */
  public static YamlDocument of(byte[] bytes) throws UnreadableDocumentException {
    try {
      return of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      throw new UnreadableDocumentException("not UTF-8");
    }
  }

  /** Reads what must be exactly one document. */
  public static YamlDocument of(String text) throws UnreadableDocumentException {
    Optional<YamlDocument> known = CACHE.find(text);
    if (known.isPresent()) {
      return known.get();
    }
    YamlDocument document = read(text);
    CACHE.add(document);
    return document;
  }

  private static YamlDocument read(String text) throws UnreadableDocumentException {
    try {
      var roots = new ArrayList<Node>();
      new Compose(settings(text).build()).composeAllFromString(text).forEach(roots::add);
      if (roots.size() != 1) {
        throw new UnreadableDocumentException(
            roots.isEmpty() ? "empty: no document in it" : roots.size() + " documents, not one");
      }
      return new YamlDocument(text, NodeConverter.value(roots.getFirst()));
    } catch (MarkedYamlEngineException e) {
      throw new UnreadableDocumentException(
          e.getProblemMark()
              .map(at -> "line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1) + ": ")
              .orElse("")
              .concat(e.getProblem()));
    } catch (YamlEngineException | IllegalArgumentException e) {
      throw new UnreadableDocumentException(String.valueOf(e.getMessage()));
    } catch (StackOverflowError _) {
      throw new UnreadableDocumentException("nested too deeply for anybody to read");
    }
  }

  /** The library copies a long value anew for each buffer that it takes, so these are large. */
  private static LoadSettingsBuilder settings(String text) {
    return LoadSettings.builder()
        .setCodePointLimit(Integer.MAX_VALUE)
        .setMaxAliasesForCollections(10_000)
        .setAllowDuplicateKeys(false)
        .setUseMarks(true)
        .setBufferSize(Math.clamp(text.length(), LEAST_BUFFER, MOST_BUFFER));
  }

  /** Its comments, from the first to the last. */
  public List<Comment> comments() {
    var comments = new ArrayList<Comment>();
    for (var event : new Parse(settings(text).setParseComments(true).build()).parseString(text)) {
      if (event instanceof CommentEvent comment && !comment.getValue().isBlank()) {
        int line = comment.getStartMark().map(mark -> mark.getLine()).orElse(0);
        comments.add(new Comment(line, comment.getValue().strip()));
      }
    }
    return comments;
  }

  /**
   * What is written for people.
   *
   * @param line from 0
   * @param text without the sign before it
   */
  public record Comment(int line, String text) {}
}
