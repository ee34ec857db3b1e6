package dev.kiln.functions.conventions;

import dev.kiln.functions.conventions.DependsOn.Reference;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds items whose identities differ before a function runs and are the same after it. */
public final class IdentityCollisions {
  private IdentityCollisions() {}

  private static Reference identity(Resource item) {
    String unset = item.scope() == Scope.NAMESPACED ? "default" : "";
    return new Reference(item.group(), item.namespace().orElse(unset), item.kind(), item.name());
  }

  /**
   * Reports an error result for every item that took the identity of an earlier one.
   *
   * @param before the items before the function
   * @param after the same items, in the same order, after the function
   * @param field the field that the function changes
   * @return whether there was a collision
   */
  public static boolean report(
      List<Resource> before, List<Resource> after, String field, Call call) {
    Map<Reference, Integer> taken = new HashMap<>();
    boolean any = false;
    for (int i = 0; i < after.size(); i++) {
      if (after.get(i).name().isEmpty() || LocalConfig.isLocalConfig(before.get(i))) {
        continue;
      }
      Integer first = taken.putIfAbsent(identity(after.get(i)), i);
      if (first != null && !identity(before.get(first)).equals(identity(before.get(i)))) {
        boolean moved = !identity(before.get(i)).equals(identity(after.get(i)));
        int item = moved ? i : first;
        int other = moved ? first : i;
        call.result(collision(before.get(item), before.get(other), after.get(item), field));
        any = true;
      }
    }
    return any;
  }

  private static Result collision(Resource item, Resource other, Resource after, String field) {
    String value = current(after, field);
    String text = field + ": \"" + value + "\" would make this the same item as " + describe(other);
    return Result.error(text).on(item).at(field, current(item, field), value);
  }

  private static String current(Resource item, String field) {
    return item.text(field).orElse("");
  }

  private static String describe(Resource item) {
    return item.kind()
        + " "
        + item.name()
        + item.namespace().map(namespace -> " in namespace " + namespace).orElse("");
  }
}
