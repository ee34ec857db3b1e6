package dev.kiln.server.grpc;

import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.runtime.Evaluator;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The services about functions. */
final class Services {
  private static final String GRPC = "grpc";
  private static final String PORCH = "porch";

  private Services() {}

  /** Whether a method is of one of them. */
  static boolean has(String method) {
    String service = MethodDescriptor.extractFullServiceName(method);
    return FunctionServiceGrpc.SERVICE_NAME.equals(service)
        || FunctionEvaluatorGrpc.SERVICE_NAME.equals(service);
  }

  static List<ServerServiceDefinition> of(OpenCalls calls) {
    Evaluator evaluator = calls.evaluator();
    var functions = new FunctionMethods(evaluator);
    var describe = new DescribeMethod(evaluator.registry());
    var porch = new PorchMethod(evaluator);
    return List.of(
        service(
            FunctionServiceGrpc.getServiceDescriptor(),
            List.of(
                ServedMethod.of(
                        GRPC,
                        EvaluateRequest.parser(),
                        EvaluateRequest.RESOURCE_LIST_FIELD_NUMBER,
                        functions::evaluate)
                    .bound(FunctionServiceGrpc.getEvaluateMethod(), calls),
                ServedMethod.of(
                        GRPC,
                        PipelineRequest.parser(),
                        PipelineRequest.RESOURCE_LIST_FIELD_NUMBER,
                        functions::pipeline)
                    .bound(FunctionServiceGrpc.getEvaluatePipelineMethod(), calls),
                ServedMethod.of(
                        GRPC,
                        DescribeRequest.parser(),
                        0,
                        (message, context) ->
                            CompletableFuture.completedFuture(
                                describe.describe(message.fields(), context.caller())))
                    .bound(FunctionServiceGrpc.getDescribeMethod(), calls))),
        service(
            FunctionEvaluatorGrpc.getServiceDescriptor(),
            List.of(
                ServedMethod.of(
                        PORCH,
                        EvaluateFunctionRequest.parser(),
                        EvaluateFunctionRequest.RESOURCE_LIST_FIELD_NUMBER,
                        porch::evaluate)
                    .bound(FunctionEvaluatorGrpc.getEvaluateFunctionMethod(), calls))));
  }

  /** A service with these methods, as its contract describes it, so that reflection can show it. */
  static ServerServiceDefinition service(
      ServiceDescriptor contract, List<? extends ServerMethodDefinition<?, ?>> methods) {
    var descriptor =
        ServiceDescriptor.newBuilder(contract.getName())
            .setSchemaDescriptor(contract.getSchemaDescriptor());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    var service = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(service::addMethod);
    return service.build();
  }
}
