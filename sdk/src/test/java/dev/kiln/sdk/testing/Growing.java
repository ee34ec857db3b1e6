package dev.kiln.sdk.testing;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.Resource;

/** Claims in its definition to be idempotent, but is not. */
final class Growing implements ItemFunction {
  @Override
  public Resource apply(Resource item, Call call) {
    return item.withName("x" + item.name());
  }
}
