package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.steps.Declaration;
import dev.kiln.client.steps.FunctionRef;
import dev.kiln.client.steps.Scope;
import dev.kiln.client.steps.Selection;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One function of a run.
 *
 * @param function what runs
 * @param config how it is configured
 * @param scope the files whose items it gets
 * @param selection which of these items
 * @param deferFailure whether the run goes on after it fails, to fail at its end
 * @param declaredBy the resource that asked for it; null if nobody but the caller did
 */
public record Step(
    FunctionRef function,
    FunctionConfig config,
    Scope scope,
    Selection selection,
    boolean deferFailure,
    @Nullable PackageItem declaredBy) {

  /** A function on everything, without configuration. */
  public static Step of(FunctionRef function) {
    return new Step(function, FunctionConfig.absent(), Scope.ALL, Selection.ALL, false, null);
  }

  /** What a resource asks for: on its folder, and configured by itself as it lies on disk. */
  public static Step of(Declaration declaration) {
    PackageItem item = declaration.item();
    return of(declaration.function())
        .with(ItemAnnotations.set(item.resource(), item.path(), item.index(), ""))
        .within(declaration.scope())
        .deferringFailure(declaration.deferFailure())
        .declaredBy(item);
  }

  /** This, running another function. */
  public Step running(FunctionRef other) {
    return new Step(other, config, scope, selection, deferFailure, declaredBy);
  }

  /** This, configured so. */
  public Step with(Resource functionConfig) {
    FunctionConfig other = FunctionConfig.of(functionConfig);
    return new Step(function, other, scope, selection, deferFailure, declaredBy);
  }

  /** This, on the items of a folder. */
  public Step within(Scope folder) {
    return new Step(function, config, folder, selection, deferFailure, declaredBy);
  }

  /** This, on some items only. */
  public Step on(Selection some) {
    return new Step(function, config, scope, some, deferFailure, declaredBy);
  }

  /** This, stopping the run if it fails, or not. */
  public Step deferringFailure(boolean deferred) {
    return new Step(function, config, scope, selection, deferred, declaredBy);
  }

  private Step declaredBy(PackageItem item) {
    return new Step(function, config, scope, selection, deferFailure, item);
  }

  /** For people: what runs, and where that was asked for. */
  public String label() {
    return Optional.ofNullable(declaredBy)
        .map(item -> function.label() + " (" + item.path() + ":" + item.line() + ")")
        .orElse(function.label());
  }
}
