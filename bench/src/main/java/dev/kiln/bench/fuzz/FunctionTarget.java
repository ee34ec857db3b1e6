package dev.kiln.bench.fuzz;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One function on any list: it never throws, its output can be read again, items that it left alone
 * keep their bytes, and a second run of an idempotent function changes nothing.
 */
final class FunctionTarget implements FuzzTarget {
  private static final PrintStream DISCARDED = new PrintStream(OutputStream.nullOutputStream());

  private final FunctionClass function;

  FunctionTarget(FunctionClass function) {
    this.function = function;
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (RepositoryCases.FunctionCase each :
        RepositoryCases.ofFunction(function.definition().name())) {
      seeds.add(withConfig(each));
    }
    return seeds;
  }

  private static byte[] withConfig(RepositoryCases.FunctionCase each) {
    try {
      return each.config().isEmpty()
          ? each.list()
          : ResourceList.parse(each.list())
              .withFunctionConfig(FunctionConfig.parse(each.config().get()))
              .bytes();
    } catch (BadInput e) {
      return each.list(); // a case of a list that is refused
    }
  }

  @Override
  public void accept(byte[] input) {
    ResourceList in;
    try {
      in = ResourceList.parse(input);
    } catch (BadInput e) {
      return;
    }
    Require.that(Arrays.equals(in.bytes(), input), "a list is not printed unchanged");
    FunctionRun run = run(in);
    byte[] written = run.list().bytes();
    ResourceList out = ResourceList.parse(written);
    Require.that(
        Arrays.equals(out.bytes(), written), "the answer is not printed unchanged once read");
    checkUntouchedItems(in, out);
    if (run.exitCode() == 0 && isIdempotent()) {
      checkSecondRun(run.listWithoutResults().bytes());
    }
  }

  private FunctionRun run(ResourceList in) {
    FunctionRun run = function.run(in, Caller.withoutDeadline(DISCARDED));
    if (run.thrown() != null) {
      throw new AssertionError("the function threw", run.thrown());
    }
    return run;
  }

  private static void checkUntouchedItems(ResourceList in, ResourceList out) {
    List<Resource> before = in.items();
    List<Resource> after = out.items();
    String text = in.toString();
    boolean mayCopy = text.matches("(?s).*[&*].*"); // an edit may copy shared values
    boolean mayEnd = !text.endsWith("\n"); // results below the last item end its last line
    for (int i = 0; !mayCopy && !mayEnd && before.size() == after.size() && i < after.size(); i++) {
      Require.that(
          !before.get(i).hasSameContentAs(after.get(i))
              || !after.get(i).hasSameContentAs(before.get(i))
              || Arrays.equals(before.get(i).node().bytes(), after.get(i).node().bytes()),
          "an item has other bytes although nothing in it changed");
    }
  }

  private boolean isIdempotent() {
    return function.definition().versions().stream()
        .anyMatch(FunctionDefinition.Version::isIdempotent);
  }

  private void checkSecondRun(byte[] once) {
    FunctionRun second = run(ResourceList.parse(once));
    Require.that(
        Arrays.equals(second.listWithoutResults().bytes(), once),
        "a second run changes what the first one made");
  }
}
