package dev.kiln.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonIT {
  @TempDir static Path folder;

  @Test
  void grpcioGetsWhatTheContractSays() throws Exception {
    String python = Peers.python();
    Path stubs = makeStubs(python);
    Map<String, String> files =
        Map.of(
            "list", Lists.LABEL,
            "config", Lists.CONFIG,
            "answer", Lists.LABELLED,
            "steps", Lists.LABELLED_BY_STEPS,
            "throw", Lists.forFunction("throw"),
            "sleep", Lists.forFunction("sleep"));
    for (var file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    Path top = Path.of(System.getProperty("kiln.top"));
    try (var host = InteropHost.start()) {
      List<String> command =
          List.of(
              python,
              top.resolve("interop/check.py").toString(),
              host.address("grpc"),
              stubs.toString(),
              folder.toString());

      assertThat(Program.run(command).well().out().lines()).hasSize(12).contains("evaluates");
      host.awaitNothingInFlight();
    }
  }

  private static Path makeStubs(String python) throws Exception {
    Path stubs = Files.createDirectory(folder.resolve("stubs"));
    String protos = Path.of(System.getProperty("kiln.top"), "proto/src/main/protobuf").toString();
    Program.run(
            new byte[0],
            new ProcessBuilder(
                    python,
                    "-m",
                    "grpc_tools.protoc",
                    "-I.",
                    "--python_out=" + stubs,
                    "--grpc_python_out=" + stubs,
                    "evaluator/evaluator.proto",
                    "krm/function/v2alpha1/function.proto")
                .directory(Path.of(protos).toFile()))
        .well();
    return stubs;
  }
}
