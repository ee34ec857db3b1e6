package dev.kiln.runtime;

import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Hosts of functions that a test writes as lambdas. */
final class TestEvaluators {
  private TestEvaluators() {}

  static Evaluator of(KrmFunction function) {
    return new Evaluator(
        new FunctionRegistry(List.of(hosted("test", function))), Limits.defaults());
  }

  static RegisteredFunction hosted(String name, KrmFunction function) {
    return JavaRunner.register(FunctionClass.of(definition(name), function));
  }

  static Outcome call(KrmFunction function, String list) {
    return of(function).evaluate(invocation(list));
  }

  static Invocation invocation(String list) {
    return Invocation.of(list.getBytes(StandardCharsets.UTF_8));
  }

  static String text(Outcome outcome) {
    return new String(outcome.bytes().orElseThrow(), StandardCharsets.UTF_8);
  }

  static FunctionDefinition definition(String name) {
    return FunctionDefinition.parse(
        """
        apiVersion: config.kubernetes.io/v1alpha1
        kind: KRMFunctionDefinition
        metadata:
          name: %s
        spec:
          group: example.com
          names:
            kind: Test
          description: for a test
          publisher: example.com
          versions:
            - name: v1
              idempotent: false
              runtime:
                container:
                  image: example.com/fn/%s:v1
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    speed:
                      type: integer
        """
            .formatted(name, name)
            .getBytes(StandardCharsets.UTF_8));
  }
}
