package dev.kiln.client.steps;

import dev.kiln.client.files.PackageItem;
import dev.kiln.runtime.kind.DeclarationReader;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A function that a resource declares about itself. The function runs with the resource as its
 * functionConfig, on the folder of the resource.
 *
 * <p>A declaration is the annotation {@code config.kubernetes.io/function}, its older key {@code
 * config.k8s.io/function}, the field {@code metadata.configFn}, or the annotation {@code
 * config.kubernetes.io/container} with an image. If a resource has several of them, they must
 * agree.
 *
 * @param deferFailure whether the other functions still run if this one fails
 */
public record Declaration(FunctionSpec function, boolean deferFailure, PackageItem item) {
  /**
   * Finds the declaration of a resource. Most resources declare nothing.
   *
   * @throws InvalidDeclarationException if the declared function cannot be run, or if a key is
   *     almost one of those above; the message is {@code file:line:column}, the field, what was
   *     found and what fits
   */
  public static Optional<Declaration> find(PackageItem item) {
    return find(item, reader(StandardKinds.all()));
  }

  private static Optional<Declaration> find(PackageItem item, DeclarationReader reader) {
    return Declarations.in(item, reader)
        .map(found -> new Declaration(found.function(), found.deferFailure(), item));
  }

  /**
   * Finds the declarations of all resources of a package, in the order in which they run.
   *
   * @throws InvalidDeclarationException with all problems that {@link #find} finds in any of them
   */
  public static List<Declaration> findAll(List<PackageItem> items) {
    return findAll(items, StandardKinds.all());
  }

  /**
   * Finds the declarations of all resources of a package, for functions of these kinds.
   *
   * @throws InvalidDeclarationException with all problems of all of them
   */
  public static List<Declaration> findAll(List<PackageItem> items, FunctionKinds kinds) {
    DeclarationReader reader = reader(kinds);
    var declared = new ArrayList<Declaration>();
    var problems = new ArrayList<String>();
    for (PackageItem item : items) {
      try {
        find(item, reader).ifPresent(declared::add);
      } catch (InvalidDeclarationException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidDeclarationException(problems);
    }
    declared.sort(order());
    return List.copyOf(declared);
  }

  private static DeclarationReader reader(FunctionKinds kinds) {
    return kinds.annotationReader(Field.flag(Declarations.DEFER_FAILURE));
  }

  /** Whether a resource has one of those keys, with a valid declaration or not. */
  public static boolean isOn(PackageItem item) {
    return Declarations.isIn(item);
  }

  /** Returns the folder whose items the function sees, or the whole package. */
  public FolderScope scope() {
    return FolderScope.of(item.path());
  }

  /**
   * Returns the order in which declarations run. Deeper folders come first, because the folders
   * above build upon them. Then the order is by folder, file and position in the file. A folder
   * {@code functions} counts as its parent.
   */
  public static Comparator<Declaration> order() {
    return Declaration::compare;
  }

  private static int compare(Declaration one, Declaration other) {
    int order = Integer.compare(other.scope().depth(), one.scope().depth());
    if (order == 0) {
      order = bySegments(one.scope().folder()).compareTo(bySegments(other.scope().folder()));
    }
    if (order == 0) {
      order = one.file().compareTo(other.file());
    }
    if (order == 0) {
      order = bySegments(one.item.path()).compareTo(bySegments(other.item.path()));
    }
    return order == 0 ? Integer.compare(one.item.index(), other.item.index()) : order;
  }

  private String file() {
    return item.path().substring(item.path().lastIndexOf('/') + 1);
  }

  /** Compares paths so that {@code a/b} comes before {@code a-b}. */
  private static String bySegments(String path) {
    return path.replace('/', '\0');
  }
}
