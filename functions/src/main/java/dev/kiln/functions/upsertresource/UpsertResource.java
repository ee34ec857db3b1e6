package dev.kiln.functions.upsertresource;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;

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
    ResourceList out = in;
    for (DesiredResource one : desired) {
      out =
          out.items().stream().anyMatch(one::isSameAs)
              ? out.mapItems(item -> one.isSameAs(item) ? one.mergeOver(item) : item)
              : out.add(one.newItem());
    }
    return out;
  }
}
