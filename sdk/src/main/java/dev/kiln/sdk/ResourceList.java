package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
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
 * What a function gets and gives: the items, the functionConfig and the results.
 *
 * <p>Immutable, safe on any thread. Each method that changes something gives a new list that shares
 * the rest. What nobody changed comes back byte for byte: comments, unknown fields and all. Items
 * are views on the text; none is made before somebody asks for it.
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
   * Reads a list, YAML or JSON.
   *
   * @param bytes not to be changed afterwards: the list is a view on them
   * @throws BadInput if it is not UTF-8 or not YAML, has several documents or a key twice, or is no
   *     ResourceList
   */
  public static ResourceList parse(byte[] bytes) {
    return of(ListEnvelope.parse(bytes));
  }

  /**
   * From YAML that was read already.
   *
   * @param root all of a document
   * @throws BadInput as {@link #parse(byte[])}
   */
  public static ResourceList parse(Node root) {
    return of(ListEnvelope.parse(root));
  }

  private static ResourceList of(ListEnvelope envelope) {
    return new ResourceList(envelope, ResourceItems.of(envelope.items()), List.of());
  }

  /**
   * Reads a list, YAML or JSON.
   *
   * @throws BadInput as {@link #parse(byte[])}
   */
  public static ResourceList parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A new list, without functionConfig. */
  public static ResourceList of(Resource... items) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("apiVersion", "config.kubernetes.io/v1");
    fields.put("kind", "ResourceList");
    fields.put("items", List.of());
    return parse(Yaml.of(fields).bytes()).add(items);
  }

  /** As the list says it, {@code config.kubernetes.io/v1} if it says none. */
  public String apiVersion() {
    return envelope.apiVersion();
  }

  /** The items in order; views, made when they are first asked for. */
  public List<Resource> items() {
    return items;
  }

  /** How the caller configured the function. */
  public FunctionConfig functionConfig() {
    return envelope.functionConfig();
  }

  /** What was found out before and since, in this order. */
  public List<Result> results() {
    var all = new ArrayList<Result>(ResultReader.read(envelope.root().at(ListEnvelope.RESULTS)));
    all.addAll(added);
    return List.copyOf(all);
  }

  /** The results that were added since the list was read. */
  public List<Result> addedResults() {
    return added;
  }

  /**
   * Replaces each item by what {@code change} gives for it.
   *
   * @throws FailedItem around whatever {@code change} throws, {@link BadInput} excepted
   */
  public ResourceList mapItems(UnaryOperator<Resource> change) {
    var changed = new Resource[items.size()];
    for (int i = 0; i < changed.length; i++) {
      changed[i] = apply(change, items.get(i));
    }
    return replacedBy(changed);
  }

  private static Resource apply(UnaryOperator<Resource> change, Resource item) {
    try {
      return Objects.requireNonNull(
          change.apply(item), "a function on items gave none; filterItems deletes");
    } catch (BadInput | FailedItem e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new FailedItem(item, e);
    }
  }

  /** Keeps the items that {@code kept} says, and deletes the others. */
  public ResourceList filterItems(Predicate<Resource> kept) {
    return replacedBy(items.stream().filter(kept).toArray(Resource[]::new));
  }

  /** Has these items, in this order. Those that were in the list before keep their text. */
  public ResourceList withItems(List<Resource> others) {
    return replacedBy(List.copyOf(others).toArray(Resource[]::new));
  }

  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing gives the very item
  private ResourceList replacedBy(Resource[] others) {
    boolean same = others.length == items.size();
    for (int i = 0; same && i < others.length; i++) {
      same = items.get(i) == others[i];
    }
    return same ? this : with(items.replacedBy(others));
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

  /** Adds results behind those that are there. */
  public ResourceList addResults(List<Result> more) {
    if (more.isEmpty()) {
      return this;
    }
    var all = new ArrayList<Result>(added);
    all.addAll(more);
    return new ResourceList(envelope, items, List.copyOf(all));
  }

  /** Has this functionConfig. */
  public ResourceList withFunctionConfig(Resource config) {
    return withFunctionConfig(FunctionConfig.of(config));
  }

  /** Has this functionConfig, or none. */
  public ResourceList withFunctionConfig(FunctionConfig config) {
    return new ResourceList(envelope.withFunctionConfig(config), items, added);
  }

  /** As it was read: JSON, or YAML that is not JSON. */
  public Format format() {
    return envelope.format();
  }

  /** In the format it was read in; if nothing changed, exactly the bytes it was read from. */
  public byte[] bytes() {
    return ListWriter.write(envelope, items, added);
  }

  /**
   * In another format, if need be. That keeps the meaning, and neither comments nor layout.
   *
   * @throws BadInput if JSON cannot say it: infinity, a key that is no text
   */
  public byte[] bytes(Format format) {
    byte[] bytes = bytes();
    return switch (format) {
      case YAML -> format() == Format.YAML ? bytes : Yaml.of(Yaml.parse(bytes).value()).bytes();
      case JSON ->
          JsonValidator.isJson(bytes)
              ? bytes
              : (Json.of(Yaml.parse(bytes)) + "\n").getBytes(StandardCharsets.UTF_8);
    };
  }

  /** Some results alone, a sequence, as this list would have them. */
  public byte[] bytes(List<Result> some, Format format) {
    Node written = write(some);
    return switch (format) {
      case YAML -> written.bytes();
      case JSON -> (Json.of(written) + "\n").getBytes(StandardCharsets.UTF_8);
    };
  }

  /** The text of {@link #bytes()}. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  private ResourceList with(ResourceItems others) {
    return new ResourceList(envelope, others, added);
  }

  ResourceList withoutLastResults(int count) {
    return new ResourceList(envelope, items, added.subList(0, added.size() - count));
  }

  /** Results as this list would have them. */
  Node write(List<Result> results) {
    boolean several = envelope.hasProposedValues();
    return Yaml.of(results.stream().map(result -> ResultWriter.write(result, several)).toList());
  }

  /** Whether both were read from the same bytes. */
  public boolean comesFrom(ResourceList other) {
    return envelope == other.envelope;
  }

  /**
   * For a function that answers with a list of its own: this list with the items of that one, and
   * with the results that it did not carry along.
   */
  public ResourceList as(ResourceList other) {
    List<Result> theirs = other.results();
    return withItems(other.items).addResults(theirs.subList(carried(theirs), theirs.size()));
  }

  /** How many of these results are this list's own, carried along in front. */
  private int carried(List<Result> theirs) {
    List<Result> own = results();
    boolean inFront =
        own.size() <= theirs.size()
            && IntStream.range(0, own.size()).allMatch(i -> own.get(i).saysAs(theirs.get(i)));
    return inFront ? own.size() : 0;
  }
}
