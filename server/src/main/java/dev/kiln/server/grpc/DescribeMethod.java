package dev.kiln.server.grpc;

import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.DescribeResponse;
import dev.kiln.proto.v2alpha1.FunctionInfo;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.List;

/** Tells which functions there are, by their definitions. */
record DescribeMethod(FunctionRegistry registry) {

  GrpcReply<DescribeResponse> describe(DescribeRequest request, PermittedCaller caller) {
    String name = request.getFunction();
    List<RegisteredFunction> meant =
        registry.all(caller).stream()
            .filter(one -> name.isEmpty() || one.name().equals(name))
            .toList();
    if (meant.isEmpty() && !name.isEmpty()) {
      return GrpcReply.refused(
          new Ending.NotFound("no function \"" + name + "\" (" + registry.describe(caller) + ")"));
    }
    Format format = ResponseFormats.answer(request.getAccept());
    return GrpcReply.with(
        answer(meant, format, !name.isEmpty()), GrpcReply.CallSummary.of(new Ending.Done()));
  }

  private static DescribeResponse answer(
      List<RegisteredFunction> functions, Format format, boolean one) {
    List<FunctionDefinition> definitions =
        functions.stream().flatMap(each -> each.definition().stream()).toList();
    var answer = DescribeResponse.newBuilder();
    if (!one) {
      answer.setDefinitions(ResponseMessages.wrap(list(definitions, format).bytes()));
    } else if (!definitions.isEmpty()) {
      answer.setDefinitions(ResponseMessages.wrap(single(definitions.getFirst(), format)));
    }
    functions.forEach(each -> answer.addFunctions(info(each)));
    return answer.build();
  }

  private static byte[] single(FunctionDefinition definition, Format format) {
    return format == Format.YAML
        ? definition.node().bytes() // as it was published
        : list(List.of(definition), format).items().getFirst().bytes();
  }

  /** Written as the items of a list, for whoever writes those knows both formats. */
  private static Node list(List<FunctionDefinition> definitions, Format format) {
    var items = definitions.stream().map(one -> Resource.of(one.node())).toArray(Resource[]::new);
    return Yaml.parse(ResourceList.of(items).bytes(format)).find("items").orElseThrow();
  }

  private static FunctionInfo info(RegisteredFunction function) {
    var info = FunctionInfo.newBuilder().setName(function.name());
    function
        .definition()
        .ifPresent(
            definition ->
                info.addAllImages(definition.images())
                    .addAllSpecVersions(specVersions(definition))
                    .addAllConfigTypes(definition.configTypes())
                    .setIdempotent(isIdempotent(definition)));
    return info.build();
  }

  private static List<String> specVersions(FunctionDefinition definition) {
    return definition.versions().stream()
        .flatMap(version -> version.specVersions().stream())
        .distinct()
        .toList();
  }

  private static boolean isIdempotent(FunctionDefinition definition) {
    List<FunctionDefinition.Version> versions = definition.versions();
    return !versions.isEmpty()
        && versions.stream().allMatch(FunctionDefinition.Version::isIdempotent);
  }
}
