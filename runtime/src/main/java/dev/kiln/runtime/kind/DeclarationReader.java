package dev.kiln.runtime.kind;

import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;

/** Reads declarations of several kinds. Each declaration has exactly one kind. */
public final class DeclarationReader {
  private final List<DeclarationForm<?>> forms;
  private final List<Field> fields = new ArrayList<>();

  /**
   * Creates a reader for these forms.
   *
   * @param more fields that any declaration may have
   */
  DeclarationReader(List<DeclarationForm<?>> forms, List<Field> more) {
    this.forms = List.copyOf(forms);
    for (DeclarationForm<?> form : forms) {
      fields.add(form.field());
    }
    for (DeclarationForm<?> form : forms) {
      form.otherFields().forEach(this::addNew);
    }
    more.forEach(this::addNew);
  }

  private void addNew(Field field) {
    if (!Field.nameList(fields).contains(field.name())) {
      fields.add(field);
    }
  }

  /** All fields that a declaration may have. */
  public List<Field> fields() {
    return List.copyOf(fields);
  }

  /**
   * Reads a declaration as a whole.
   *
   * @param path the path of the declaration, for messages
   * @throws InvalidDeclarationException if it is not valid
   */
  public Fields read(String path, Node root, SourceLocator places) {
    if (root.isMap() && isKnown(root) && isWithoutKind(root)) {
      throw new InvalidDeclarationException(
          Fields.problem(places, root, path, "no function", String.join(", ", kinds())));
    }
    return Fields.read(path, root, places, fields);
  }

  private boolean isKnown(Node root) {
    List<String> known = Field.nameList(fields);
    for (Entry entry : root.entries()) {
      if (!known.contains(entry.name())) {
        return false; // it may be a misspelled kind
      }
    }
    return true;
  }

  private boolean isWithoutKind(Node root) {
    for (String kind : kinds()) {
      if (root.at(kind) != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * The function of a checked declaration.
   *
   * @throws InvalidDeclarationException if it names no function, or several
   */
  public FunctionSpec function(Fields declaration) {
    DeclarationForm<?> chosen = null;
    for (DeclarationForm<?> form : forms) {
      if (declaration.has(form.field().name())) {
        if (chosen != null) {
          throw declaration.invalidField(
              form.field().name(), "beside " + chosen.field().name(), "one of them, not both");
        }
        chosen = form;
      }
    }
    if (chosen == null) {
      throw declaration.invalidField("", "no function", String.join(", ", kinds()));
    }
    rejectFieldsOfOtherKinds(chosen, declaration);
    return chosen.reader().read(declaration);
  }

  /** Rejects a field of another kind, because this kind does not support it. */
  private void rejectFieldsOfOtherKinds(DeclarationForm<?> chosen, Fields declaration) {
    List<String> own = Field.nameList(chosen.fields());
    for (DeclarationForm<?> other : forms) {
      for (Field field : other.otherFields()) {
        if (declaration.has(field.name()) && !own.contains(field.name())) {
          throw declaration.invalidField(
              field.name(), "beside " + chosen.field().name(), "only beside " + kindsWith(field));
        }
      }
    }
  }

  private String kindsWith(Field field) {
    var owners = new ArrayList<String>();
    for (DeclarationForm<?> form : forms) {
      if (Field.nameList(form.otherFields()).contains(field.name())) {
        owners.add(form.field().name());
      }
    }
    return String.join(", ", owners);
  }

  /** The fields that say which kind a function is of. */
  public List<String> kinds() {
    var kinds = new ArrayList<String>();
    for (DeclarationForm<?> form : forms) {
      kinds.add(form.field().name());
    }
    return kinds;
  }
}
