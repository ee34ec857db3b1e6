package dev.kiln.bench.load.servers;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.server.FunctionServer;

/**
 * The function that our host serves under load, with a main method, as an author writes it. It sets
 * one label on each item, as the Go server does.
 */
public final class LabelEverything implements ItemFunction {
  private static final String PATH = "metadata.labels." + GeneratedList.KEY;

  @Override
  public Resource apply(Resource item, Call call) {
    return item.edit(e -> e.set(PATH, GeneratedList.VALUE));
  }

  public static void main(String[] args) {
    FunctionServer.main(args, LabelEverything.class);
  }
}
