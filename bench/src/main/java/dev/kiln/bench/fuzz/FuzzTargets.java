package dev.kiln.bench.fuzz;

import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionLoader;
import java.util.LinkedHashMap;
import java.util.Map;

/** All targets by name. Each built-in function is one, because the loader finds it. */
final class FuzzTargets {
  private FuzzTargets() {}

  static Map<String, FuzzTarget> all() {
    var targets = new LinkedHashMap<String, FuzzTarget>();
    targets.put("yaml", new YamlTarget());
    targets.put("json", new JsonTarget());
    targets.put("gzip", new GzipTarget());
    targets.put("config", new ConfigTarget());
    targets.put("http", new HttpTarget());
    targets.put("grpc", new GrpcTarget());
    targets.put("http2", new Http2Target());
    for (FunctionClass function : FunctionLoader.findAll(FuzzTargets.class.getClassLoader())) {
      targets.put(function.definition().name(), new FunctionTarget(function));
    }
    return targets;
  }
}
