package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.steps.Declaration;
import dev.kiln.client.steps.FolderScope;
import dev.kiln.client.steps.Selection;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One function of a run.
 *
 * @param function the function that runs
 * @param config the configuration of the function
 * @param scope the files whose items the function gets
 * @param selection selects among these items
 * @param deferFailure whether the run continues after this function fails, and fails at its end
 * @param declaredBy the resource that declares the function; null if only the caller asked for it
 */
public record Step(
    FunctionSpec function,
    FunctionConfig config,
    FolderScope scope,
    Selection selection,
    boolean deferFailure,
    @Nullable PackageItem declaredBy) {

  /** Returns a step on all items, without configuration. */
  public static Step of(FunctionSpec function) {
    return new Step(function, FunctionConfig.absent(), FolderScope.ALL, Selection.ALL, false, null);
  }

  /**
   * Returns the step that a resource declares. It runs on the resource's folder, and the resource
   * as it is on disk is the configuration.
   */
  public static Step of(Declaration declaration) {
    PackageItem item = declaration.item();
    return of(declaration.function())
        .withConfig(ItemAnnotations.set(item.resource(), item.path(), item.index(), ""))
        .withScope(declaration.scope())
        .withDeferFailure(declaration.deferFailure())
        .declaredBy(item);
  }

  /** Returns this step with another function. */
  public Step withFunction(FunctionSpec other) {
    return new Step(other, config, scope, selection, deferFailure, declaredBy);
  }

  /** Returns this step with this configuration. */
  public Step withConfig(Resource functionConfig) {
    FunctionConfig other = FunctionConfig.of(functionConfig);
    return new Step(function, other, scope, selection, deferFailure, declaredBy);
  }

  /** Returns this step on the items of a folder. */
  public Step withScope(FolderScope folder) {
    return new Step(function, config, folder, selection, deferFailure, declaredBy);
  }

  /** Returns this step on the selected items only. */
  public Step withSelection(Selection some) {
    return new Step(function, config, scope, some, deferFailure, declaredBy);
  }

  /** Returns this step, stopping the run when it fails, or not. */
  public Step withDeferFailure(boolean deferred) {
    return new Step(function, config, scope, selection, deferred, declaredBy);
  }

  private Step declaredBy(PackageItem item) {
    return new Step(function, config, scope, selection, deferFailure, item);
  }

  /** For people: the function, and where it was declared. */
  public String label() {
    return Optional.ofNullable(declaredBy)
        .map(item -> function.label() + " (" + item.path() + ":" + item.line() + ")")
        .orElse(function.label());
  }
}
