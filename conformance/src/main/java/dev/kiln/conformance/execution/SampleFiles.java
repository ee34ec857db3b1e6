package dev.kiln.conformance.execution;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a person gives as the sample. */
public final class SampleFiles {
  private static final Pattern PLACE = Pattern.compile("line (\\d+), column (\\d+): ");

  private SampleFiles() {}

  /** Reads the files that are given, and puts the sample together. */
  public static Sample read(
      Optional<Path> list, Optional<Path> config, Optional<Path> definition, boolean isKit)
      throws InvalidFileException {
    Optional<DocumentValue> defined =
        definition.isPresent()
            ? Optional.of(definition(definition.get()))
            : Optional.<DocumentValue>empty();
    if (isKit) {
      return Sample.kit(defined);
    }
    EditableListText sample = list.isPresent() ? list(list.get()) : Sample.kitList();
    boolean hasConfig = sample.document().root().find("functionConfig").isPresent();
    if (config.isPresent() && hasConfig) {
      throw new InvalidFileException(
          config.get() + ": " + list.get() + " has a functionConfig already");
    }
    if (config.isPresent()) {
      DocumentValue value = document(config.get()).root();
      if (value.text("apiVersion").isEmpty() || value.text("kind").isEmpty()) {
        throw new InvalidFileException(
            config.get() + ": no functionConfig (expected: an object with apiVersion and kind)");
      }
      return new Sample(sample, JsonText.of(value), defined, false);
    }
    String made = hasConfig || defined.isEmpty() ? "" : SampleConfig.of(defined.get());
    return new Sample(sample, made, defined, false);
  }

  /** With kind and spec, as it is in files, or its fields alone, as version 2 shows them. */
  private static DocumentValue definition(Path file) throws InvalidFileException {
    DocumentValue root = document(file).root();
    DocumentValue spec = root.find("spec").orElse(root);
    String kind = root.text("kind");
    boolean isOne = kind.isEmpty() || kind.equals("KRMFunctionDefinition");
    if (!isOne || spec.text("names", "kind").isEmpty() || spec.list("versions").isEmpty()) {
      throw new InvalidFileException(
          file
              + ": no definition (expected: a KRMFunctionDefinition with names.kind and versions)");
    }
    return root;
  }

  private static EditableListText list(Path file) throws InvalidFileException {
    YamlDocument document = document(file);
    if (!document.root().text("kind").equals("ResourceList")) {
      throw new InvalidFileException(
          "%s: kind: \"%s\" (expected: ResourceList)"
              .formatted(file, document.root().text("kind")));
    }
    if (!(document.root().find("items").orElse(null) instanceof DocumentValue.Sequence)) {
      throw new InvalidFileException(file + ": items: no list of resources");
    }
    if (!document.root().text("apiVersion").startsWith("config.kubernetes.io/")) {
      throw new InvalidFileException(
          "%s: apiVersion: \"%s\" (expected: config.kubernetes.io/v1)"
              .formatted(file, document.root().text("apiVersion")));
    }
    for (DocumentValue item : document.root().list("items")) {
      if (!(item instanceof DocumentValue.Mapping)) {
        throw new InvalidFileException(
            "%s:%d:%d: %s among the items (expected: a resource)"
                .formatted(file, item.place().line() + 1, item.place().column() + 1, item.kind()));
      }
    }
    return new EditableListText(document);
  }

  private static YamlDocument document(Path file) throws InvalidFileException {
    try {
      return YamlDocument.of(Files.readAllBytes(file));
    } catch (NoSuchFileException _) {
      throw new InvalidFileException(file + ": no such file");
    } catch (IOException e) {
      throw new InvalidFileException(file + ": cannot be read: " + e.getMessage());
    } catch (UnreadableDocumentException e) {
      throw new InvalidFileException(at(file, String.valueOf(e.getMessage())));
    }
  }

  /** As editors and terminals take a place in a file. */
  private static String at(Path file, String problem) {
    Matcher place = PLACE.matcher(problem);
    return place.lookingAt()
        ? "%s:%s:%s: %s"
            .formatted(file, place.group(1), place.group(2), problem.substring(place.end()))
        : file + ": " + problem;
  }
}
