package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.table.CallInterrupted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The input and output of a function: the items, the functionConfig and the results.
 *
 * <p>Immutable, safe on any thread. Each method that changes something returns a new list that
 * shares the unchanged parts. Unchanged parts keep their bytes, including comments and unknown
 * fields. Items are views of the text and are made on first access.
 */
public final class ResourceList {
  private final ListEnvelope envelope;
  private final ResourceItems items;
  private final List<Result> added;

  private ResourceList(ListEnvelope envelope, ResourceItems items, List<Result> added) {
    this.envelope = envelope;
    this.items = items;
    this.added = added;
  }

  /**
   * Reads a list from YAML or JSON.
   *
   * @param bytes must not be changed afterwards, because the list is a view of them
   * @throws BadInput if the bytes are not UTF-8 or not YAML, if there are several documents or a
   *     duplicate key, or if the document is not a ResourceList
   */
  public static ResourceList parse(byte[] bytes) {
    return of(ListEnvelope.parse(bytes));
  }

  /**
   * Reads a list from YAML that is already parsed.
   *
   * @param root the root of a whole document
   * @throws BadInput as {@link #parse(byte[])}
   */
  public static ResourceList parse(Node root) {
    return of(ListEnvelope.parse(root));
  }

  private static ResourceList of(ListEnvelope envelope) {
    return new ResourceList(envelope, ResourceItems.of(envelope.items()), List.of());
  }

  /**
   * Reads a list from YAML or JSON.
   *
   * @throws BadInput as {@link #parse(byte[])}
   */
  public static ResourceList parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes a list without functionConfig. */
  public static ResourceList of(Resource... items) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("apiVersion", "config.kubernetes.io/v1");
    fields.put("kind", "ResourceList");
    fields.put("items", List.of());
    return parse(Yaml.of(fields).bytes()).add(items);
  }

  /** The apiVersion of the list, {@code config.kubernetes.io/v1} if the list has none. */
  public String apiVersion() {
    return envelope.apiVersion();
  }

  /** The items in order. They are views, made on first access. */
  public List<Resource> items() {
    return items;
  }

  /** The configuration that the caller gave to the function. */
  public FunctionConfig functionConfig() {
    return envelope.functionConfig();
  }

  /** All results in order: first those that the list was read with, then those added since. */
  public List<Result> results() {
    return results(Severity.ERROR);
  }

  /**
   * All results, as {@link #results()}.
   *
   * @param ifMissing the severity of a result that was read without one
   */
  public List<Result> results(Severity ifMissing) {
    Node written = envelope.root().at(ListEnvelope.RESULTS);
    var all = new ArrayList<Result>(ResultReader.read(written, ifMissing));
    all.addAll(added);
    return List.copyOf(all);
  }

  /** The results that were added since the list was read. */
  public List<Result> addedResults() {
    return added;
  }

  /**
   * Replaces each item with the result of {@code change}.
   *
   * @throws FailedItem wraps any exception that {@code change} throws, except {@link BadInput}
   */
  public ResourceList mapItems(UnaryOperator<Resource> change) {
    var changed = new Resource[items.size()];
    for (int i = 0; i < changed.length; i++) {
      changed[i] = apply(change, items.get(i));
    }
    return replaceItems(changed);
  }

  private static Resource apply(UnaryOperator<Resource> change, Resource item) {
    CallInterrupted.check();
    try {
      return Objects.requireNonNull(
          change.apply(item), "a function on items gave none; filterItems deletes");
    } catch (BadInput | FailedItem | CallInterrupted e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new FailedItem(item, e);
    }
  }

  /** Keeps the items that match {@code kept}, and deletes the others. */
  public ResourceList filterItems(Predicate<Resource> kept) {
    return replaceItems(items.stream().filter(kept).toArray(Resource[]::new));
  }

  /**
   * Replaces the items with {@code others}, in that order. Items that were already in the list keep
   * their text.
   */
  public ResourceList withItems(List<Resource> others) {
    return replaceItems(List.copyOf(others).toArray(Resource[]::new));
  }

  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing returns the same item
  private ResourceList replaceItems(Resource[] others) {
    boolean same = others.length == items.size();
    for (int i = 0; same && i < others.length; i++) {
      same = items.get(i) == others[i];
    }
    return same ? this : withResources(items.withResources(others));
  }

  /** Adds items at the end. */
  public ResourceList add(Resource... more) {
    if (more.length == 0) {
      return this;
    }
    var all = new ArrayList<Resource>(items);
    all.addAll(List.of(more));
    return withItems(all);
  }

  /** Adds results after the existing ones. */
  public ResourceList addResults(List<Result> more) {
    if (more.isEmpty()) {
      return this;
    }
    var all = new ArrayList<Result>(added);
    all.addAll(more);
    return new ResourceList(envelope, items, List.copyOf(all));
  }

  /** Replaces the functionConfig. */
  public ResourceList withFunctionConfig(Resource config) {
    return withFunctionConfig(FunctionConfig.of(config));
  }

  /** Replaces the functionConfig, or removes it if {@code config} is absent. */
  public ResourceList withFunctionConfig(FunctionConfig config) {
    return new ResourceList(envelope.withFunctionConfig(config), items, added);
  }

  /**
   * How many values of the text take much more memory than others: those that aliases stand for,
   * and those with tags or anchors.
   */
  public long extraNodes() {
    return envelope.root().extraNodes();
  }

  /** The format that the list was read in: JSON, or YAML that is not JSON. */
  public Format format() {
    return envelope.format();
  }

  /**
   * Writes the list in the format that it was read in. An unchanged list gives exactly the bytes
   * that it was read from.
   */
  public byte[] bytes() {
    return ListWriter.write(envelope, items, added);
  }

  /**
   * Writes the list in {@code format}. A conversion to another format keeps the meaning, but
   * neither comments nor layout.
   *
   * @throws BadInput if JSON cannot express the list: it has an infinity, or a key that is not text
   */
  public byte[] bytes(Format format) {
    byte[] bytes = bytes();
    return switch (format) {
      case YAML -> format() == Format.YAML ? bytes : Yaml.of(Yaml.parse(bytes).value()).bytes();
      case JSON ->
          JsonValidator.isJson(bytes)
              ? bytes
              : (Json.toJson(Yaml.parse(bytes)) + "\n").getBytes(StandardCharsets.UTF_8);
    };
  }

  /** Writes some results alone, as a sequence in the form that this list uses. */
  public byte[] bytes(List<Result> some, Format format) {
    Node written = resultsNode(some);
    return switch (format) {
      case YAML -> written.bytes();
      case JSON -> (Json.toJson(written) + "\n").getBytes(StandardCharsets.UTF_8);
    };
  }

  /** The text of {@link #bytes()}. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  private ResourceList withResources(ResourceItems others) {
    return new ResourceList(envelope, others, added);
  }

  ResourceList withoutLastResults(int count) {
    return new ResourceList(envelope, items, added.subList(0, added.size() - count));
  }

  /** The results in the form that this list uses. */
  Node resultsNode(List<Result> results) {
    boolean several = envelope.hasProposedValues();
    return Yaml.of(results.stream().map(result -> ResultWriter.write(result, several)).toList());
  }

  /** Whether both lists were read from the same bytes. */
  public boolean hasSameSource(ResourceList other) {
    return envelope == other.envelope;
  }

  /**
   * Returns this list with the items of {@code other}, which a function made from a list of its
   * own. The results of {@code other} are added, except those that it copied from this list.
   */
  public ResourceList withAnswer(ResourceList other) {
    return withAnswer(other, Severity.ERROR);
  }

  /**
   * Returns this list with the answer of a function, as {@link #withAnswer(ResourceList)}.
   *
   * @param ifMissing the severity of a result without one
   */
  public ResourceList withAnswer(ResourceList other, Severity ifMissing) {
    List<Result> theirs = other.results(ifMissing);
    int copied = countCopiedResults(results(ifMissing), theirs);
    return withItems(other.items).addResults(theirs.subList(copied, theirs.size()));
  }

  /** The number of results at the front of {@code theirs} that were copied from {@code own}. */
  private static int countCopiedResults(List<Result> own, List<Result> theirs) {
    boolean startsWithOwn =
        own.size() <= theirs.size()
            && IntStream.range(0, own.size())
                .allMatch(i -> own.get(i).hasSameMessageAs(theirs.get(i)));
    return startsWithOwn ? own.size() : 0;
  }
}
