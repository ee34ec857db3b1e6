package dev.kiln.bench.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What Jazzer calls, for one target or for all, which the first byte of an input then tells apart.
 */
public final class Fuzzer {
  /** The system property that names the target; all targets without it. */
  static final String TARGET = "kiln.fuzz.target";

  private static List<FuzzTarget> targets = List.of();

  private Fuzzer() {}

  /** Is called once, before the inputs. */
  public static void fuzzerInitialize() {
    Map<String, FuzzTarget> all = FuzzTargets.all();
    String name = System.getProperty(TARGET);
    targets =
        name == null
            ? List.copyOf(all.values())
            : List.of(Objects.requireNonNull(all.get(name), name));
  }

  /** Is called with each input. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    if (targets.size() == 1) {
      targets.getFirst().accept(input);
    } else if (input.length > 0) {
      int index = Byte.toUnsignedInt(input[0]) % targets.size();
      targets.get(index).accept(Arrays.copyOfRange(input, 1, input.length));
    }
  }
}
