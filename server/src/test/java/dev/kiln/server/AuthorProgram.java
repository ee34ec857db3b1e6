package dev.kiln.server;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;

/** An author's own program. */
record AuthorProgram() implements KrmFunction {
  @Override
  public ResourceList apply(ResourceList in, Call call) {
    call.info("from the program");
    return in;
  }

  public static void main(String[] args) {
    FunctionServer.main(args, AuthorProgram.class);
  }
}
