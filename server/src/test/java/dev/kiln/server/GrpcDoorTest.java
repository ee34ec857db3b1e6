package dev.kiln.server;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.server.grpc.OpenGrpcDoor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/** The gRPC door, each call an {@code Evaluate}. */
@ExtendWith(PrintsToHostLog.class)
class GrpcDoorTest extends DoorSuite {
  private static final byte[] NONE = {};

  @Override
  CallerView call(List<String> args, byte[] input) {
    try (var box = ServedTestFunctions.of(args);
        var door = OpenGrpcDoor.of(box.evaluator())) {
      var request =
          EvaluateRequest.newBuilder()
              .setResourceList(ByteString.copyFrom(input))
              .setFunction(box.function().orElse(""))
              .setAccept(input.length > 0 && input[0] == '{' ? Encoding.JSON : Encoding.YAML)
              .build();
      var functions = FunctionServiceGrpc.newBlockingStub(door.channel());
      return answer(OpenGrpcDoor.within(box.timeout(), functions).evaluate(request));
    } catch (StatusRuntimeException e) {
      return refused(e.getStatus());
    }
  }

  private static CallerView answer(EvaluateResponse answer) {
    var log = new CallerView.Logged(answer.getLog().toStringUtf8(), answer.getLogTruncated());
    Failure failure = answer.getFailure(); // all empty, and 0, if there is none
    ByteString list = answer.getResourceList().concat(failure.getResourceList());
    return new CallerView(list.toByteArray(), log, failure.getMessage(), failure.getExitCode());
  }

  /** Nothing ran, or not to its end. */
  static CallerView refused(Status status) {
    int exit = status.getCode() == Status.Code.DEADLINE_EXCEEDED ? 124 : 1;
    return new CallerView(NONE, CallerView.Logged.NOTHING, status.getDescription(), exit);
  }
}
