package dev.kiln.functions.upsertresource;

import dev.kiln.functions.conventions.DependsOn.Reference;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Replaces the resources that the functionConfig is or contains, and adds those that are new. */
public final class UpsertResource implements KrmFunction {
  private final List<DesiredResource> desired;

  private UpsertResource(List<DesiredResource> desired) {
    this.desired = List.copyOf(desired);
  }

  public static UpsertResource of(FunctionConfig config) {
    Resource resource =
        config
            .resource()
            .orElseThrow(() -> new BadInput("", "missing", "a resource, or a List of resources"));
    return new UpsertResource(
        isList(resource) ? readItems(resource) : List.of(DesiredResource.of(resource.node(), "")));
  }

  private static boolean isList(Resource resource) {
    return resource.kind().equals("List")
        || (resource.kind().equals("UpsertResource") && resource.group().equals("fn.kpt.dev"));
  }

  private static List<DesiredResource> readItems(Resource list) {
    Node items = list.node().at("items");
    if (items == null || items.isNull()) {
      return List.of();
    }
    if (!items.isList()) {
      throw new BadInput("items", "no list", "a list of resources", items);
    }
    var all = new ArrayList<DesiredResource>();
    for (Node item : items.items()) {
      all.add(DesiredResource.of(item, "items[" + all.size() + "]."));
    }
    return all;
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    var wanted = new HashMap<Reference, List<DesiredResource>>();
    for (DesiredResource one : desired) {
      wanted.computeIfAbsent(DesiredResource.key(one.resource()), _ -> new ArrayList<>()).add(one);
    }
    var found = new HashSet<DesiredResource>();
    ResourceList out =
        in.mapItems(
            item -> {
              Resource merged = item;
              for (DesiredResource one :
                  wanted.getOrDefault(DesiredResource.key(item), List.of())) {
                if (one.isSameAs(item)) {
                  found.add(one);
                  merged = one.mergeOver(merged);
                }
              }
              return merged;
            });
    return out.add(added(found).toArray(Resource[]::new));
  }

  /** Returns the resources that the list does not have. Later ones replace equal earlier ones. */
  private List<Resource> added(Set<DesiredResource> found) {
    var added = new ArrayList<Resource>();
    var places = new HashMap<Reference, List<Integer>>();
    for (DesiredResource one : desired) {
      List<Integer> alike =
          places.computeIfAbsent(DesiredResource.key(one.resource()), _ -> new ArrayList<>());
      boolean isNew = !found.contains(one);
      for (int place : alike) {
        if (one.isSameAs(added.get(place))) {
          added.set(place, one.mergeOver(added.get(place)));
          isNew = false;
        }
      }
      if (isNew) {
        alike.add(added.size());
        added.add(one.newItem());
      }
    }
    return added;
  }
}
