package dev.kiln.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.server.grpc.OpenGrpcDoor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/** The gRPC door as Porch knows it, each call an {@code EvaluateFunction}. */
@ExtendWith(PrintsToHostLog.class)
class PorchDoorTest extends DoorSuite {
  private static final String STDERR = "stderr:\n";

  @Override
  CallerView call(List<String> args, byte[] input) throws InvalidProtocolBufferException {
    try (var box = ServedTestFunctions.of(args);
        var door = OpenGrpcDoor.of(box.evaluator())) {
      var request =
          EvaluateFunctionRequest.newBuilder().setResourceList(ByteString.copyFrom(input));
      box.function().ifPresent(name -> request.setImage("example.com/fn/" + name + ":v1"));
      var porch = FunctionEvaluatorGrpc.newBlockingStub(door.channel());
      return answer(OpenGrpcDoor.within(box.timeout(), porch).evaluateFunction(request.build()));
    } catch (StatusRuntimeException e) {
      return failed(e);
    }
  }

  private static CallerView answer(EvaluateFunctionResponse answer) {
    var log = new CallerView.Logged(answer.getLog().toStringUtf8(), false);
    return new CallerView(answer.getResourceList().toByteArray(), log, "", 0);
  }

  private static CallerView failed(StatusRuntimeException e) throws InvalidProtocolBufferException {
    var details = StatusProto.fromThrowable(e);
    if (e.getStatus().getCode() == Status.Code.INTERNAL && details != null) {
      Failure failure = details.getDetails(0).unpack(Failure.class);
      return new CallerView(
          failure.getResourceList().toByteArray(),
          log(details.getMessage()),
          failure.getMessage(),
          failure.getExitCode());
    }
    CallerView refused = GrpcDoorTest.refused(e.getStatus());
    return e.getStatus().getCode() == Status.Code.NOT_FOUND
        ? new CallerView(refused.list(), refused.log(), null, refused.exit()) // it is of an image
        : refused;
  }

  /** What the function wrote, as it stands at the end of the status. */
  private static CallerView.Logged log(String text) {
    int at = text.indexOf(STDERR);
    return at < 0
        ? CallerView.Logged.NOTHING
        : new CallerView.Logged(
            text.substring(at + STDERR.length()), text.startsWith("(cut)", at + STDERR.length()));
  }
}
