package dev.kiln.conformance.execution;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
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
      throws BadFile {
    Optional<Value> defined =
        definition.isPresent()
            ? Optional.of(definition(definition.get()))
            : Optional.<Value>empty();
    if (isKit) {
      return Sample.kit(defined);
    }
    ListText sample = list.isPresent() ? list(list.get()) : Sample.own();
    boolean hasConfig = sample.document().root().find("functionConfig").isPresent();
    if (config.isPresent() && hasConfig) {
      throw new BadFile(config.get() + ": " + list.get() + " has a functionConfig already");
    }
    if (config.isPresent()) {
      Value value = document(config.get()).root();
      if (value.text("apiVersion").isEmpty() || value.text("kind").isEmpty()) {
        throw new BadFile(
            config.get() + ": no functionConfig (fits: an object with apiVersion and kind)");
      }
      return new Sample(sample, Json.of(value), defined, false);
    }
    String made = hasConfig || defined.isEmpty() ? "" : SampleConfig.of(defined.get());
    return new Sample(sample, made, defined, false);
  }

  /** With kind and spec, as it is in files, or its fields alone, as version 2 shows them. */
  private static Value definition(Path file) throws BadFile {
    Value root = document(file).root();
    Value spec = root.find("spec").orElse(root);
    String kind = root.text("kind");
    boolean isOne = kind.isEmpty() || kind.equals("KRMFunctionDefinition");
    if (!isOne || spec.text("names", "kind").isEmpty() || spec.list("versions").isEmpty()) {
      throw new BadFile(
          file + ": no definition (fits: a KRMFunctionDefinition with names.kind and versions)");
    }
    return root;
  }

  private static ListText list(Path file) throws BadFile {
    Document document = document(file);
    if (!document.root().text("kind").equals("ResourceList")) {
      throw new BadFile(
          "%s: kind: \"%s\" (fits: ResourceList)".formatted(file, document.root().text("kind")));
    }
    if (!(document.root().find("items").orElse(null) instanceof Value.Sequence)) {
      throw new BadFile(file + ": items: no list of resources");
    }
    if (!document.root().text("apiVersion").startsWith("config.kubernetes.io/")) {
      throw new BadFile(
          "%s: apiVersion: \"%s\" (fits: config.kubernetes.io/v1)"
              .formatted(file, document.root().text("apiVersion")));
    }
    for (Value item : document.root().list("items")) {
      if (!(item instanceof Value.Mapping)) {
        throw new BadFile(
            "%s:%d:%d: %s among the items (fits: a resource)"
                .formatted(file, item.place().line() + 1, item.place().column() + 1, item.kind()));
      }
    }
    return new ListText(document);
  }

  private static Document document(Path file) throws BadFile {
    try {
      return Document.of(Files.readAllBytes(file));
    } catch (NoSuchFileException _) {
      throw new BadFile(file + ": no such file");
    } catch (IOException e) {
      throw new BadFile(file + ": cannot be read: " + e.getMessage());
    } catch (Unreadable e) {
      throw new BadFile(at(file, String.valueOf(e.getMessage())));
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
