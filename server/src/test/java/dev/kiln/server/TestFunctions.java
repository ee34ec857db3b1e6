package dev.kiln.server;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A host whose functions do what functions do, the bad things too. */
public final class TestFunctions {
  /** A list with one item. */
  public static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata: # kept
          name: one
      """;

  private TestFunctions() {}

  public static void main(String[] args) {
    Exit.with(
        FunctionServer.serve(
            "box", List.of(args), TestFunctions::functions, TestKinds.all(), List::of));
  }

  public static List<FunctionClass> functions() {
    return List.of(
        function("nothing", (in, _) -> in),
        function("label", TestFunctions::label),
        function("report", TestFunctions::report),
        function("print", TestFunctions::print),
        function("throw", TestFunctions::fail),
        function("overflow", TestFunctions::overflow),
        function("refuse", TestFunctions::refuse),
        function(
            "move", (in, _) -> in.mapItems(i -> i.withAnnotation(internal("path"), "to.yaml"))),
        function("meddle", (in, _) -> in.mapItems(i -> i.withAnnotation(internal("id"), "x"))),
        function("wait", TestFunctions::sleep),
        function("linger", TestFunctions::linger));
  }

  private static String internal(String name) {
    return "internal.config.kubernetes.io/" + name;
  }

  private static ResourceList label(ResourceList in, Call call) {
    String value = call.config().resource().flatMap(c -> c.text("value")).orElse("none");
    return in.mapItems(item -> item.withLabel("by", value));
  }

  private static ResourceList report(ResourceList in, Call call) {
    in.items().forEach(item -> call.error(item, "metadata.name", "a bad name"));
    call.warn("this was the last");
    return in;
  }

  private static ResourceList print(ResourceList in, Call call) {
    System.out.println("to System.out: ä");
    System.err.println("to System.err");
    call.log().println("to the log");
    return in;
  }

  private static ResourceList fail(ResourceList in, Call call) {
    return in.mapItems(
        item -> {
          throw new IllegalStateException("cannot do " + item.name());
        });
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static ResourceList overflow(ResourceList in, Call call) {
    return overflow(in, call).add();
  }

  private static ResourceList refuse(ResourceList in, Call call) {
    throw new BadInput("value", "7", "a colour");
  }

  private static ResourceList sleep(ResourceList in, Call call) {
    try {
      Thread.currentThread().join(); // for ever
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return in;
  }

  /** Leaves a thread behind that would keep the process alive. */
  private static ResourceList linger(ResourceList in, Call call) {
    new Thread(() -> sleep(in, call)).start();
    return in;
  }

  /** A function with the definition that every host asks for. */
  public static FunctionClass function(String name, KrmFunction function) {
    String definition =
        """
        apiVersion: config.kubernetes.io/v1alpha1
        kind: KRMFunctionDefinition
        metadata:
          name: %1$s
        spec:
          group: example.com
          names:
            kind: %2$s
          description: %1$s, for a test
          publisher: example.com
          versions:
            - name: v1
              idempotent: false
              runtime:
                container:
                  image: example.com/fn/%1$s:v1
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    value:
                      type: string
        """
            .formatted(name, Character.toUpperCase(name.charAt(0)) + name.substring(1));
    return FunctionClass.of(
        FunctionDefinition.parse(definition.getBytes(StandardCharsets.UTF_8)), function);
  }
}
