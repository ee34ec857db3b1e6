package dev.kiln.client.steps;

import dev.kiln.client.files.PackageItem;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A function that a resource declares about itself: it runs with the resource as its
 * functionConfig, on the folder where the resource is.
 *
 * <p>Read are the annotation {@code config.kubernetes.io/function}, its older key {@code
 * config.k8s.io/function}, the field {@code metadata.configFn} and the annotation {@code
 * config.kubernetes.io/container} with an image; where there are several, they must say the same.
 *
 * @param deferFailure whether the others run on if it fails
 */
public record Declaration(FunctionRef function, boolean deferFailure, PackageItem item) {
  /**
   * What a resource declares; nearly all declare nothing.
   *
   * @throws InvalidDeclarationException if it declares what cannot be run, and if it has a key that
   *     is almost one of those above: {@code file:line:column}, the field, what was found and what
   *     fits
   */
  public static Optional<Declaration> find(PackageItem item) {
    return Declarations.in(item)
        .map(found -> new Declaration(found.function(), found.deferFailure(), item));
  }

  /**
   * What the resources of a package declare, in the order in which it runs.
   *
   * @throws InvalidDeclarationException with all that {@link #find} finds wrong with any of them
   */
  public static List<Declaration> findAll(List<PackageItem> items) {
    var declared = new ArrayList<Declaration>();
    var problems = new ArrayList<String>();
    for (PackageItem item : items) {
      try {
        find(item).ifPresent(declared::add);
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

  /** Whether a resource declares a function under one of those keys, rightly or not. */
  public static boolean isOn(PackageItem item) {
    return Declarations.isIn(item);
  }

  /** What the function sees, unless it sees all. */
  public Scope scope() {
    return Scope.of(item.path());
  }

  /**
   * The order in which they run: those of deeper folders first, for what is above builds upon them;
   * then by folder, file and place in it. A folder {@code functions} counts as the one it is in.
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

  /** So that {@code a/b} stands before {@code a-b}. */
  private static String bySegments(String path) {
    return path.replace('/', '\0');
  }
}
