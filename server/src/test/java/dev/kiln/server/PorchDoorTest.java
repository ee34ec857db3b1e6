package dev.kiln.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.server.grpc.OpenDoor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/** The gRPC door as Porch knows it, each call an {@code EvaluateFunction}. */
@ExtendWith(HostPrints.class)
class PorchDoorTest extends DoorSuite {
  private static final String STDERR = "stderr:\n";

  @Override
  Answer call(List<String> args, byte[] input) throws InvalidProtocolBufferException {
    try (var box = ServedBox.of(args);
        var door = OpenDoor.of(box.evaluator())) {
      var request =
          EvaluateFunctionRequest.newBuilder().setResourceList(ByteString.copyFrom(input));
      box.function().ifPresent(name -> request.setImage("example.com/fn/" + name + ":v1"));
      var porch = FunctionEvaluatorGrpc.newBlockingStub(door.channel());
      return answer(OpenDoor.within(box.timeout(), porch).evaluateFunction(request.build()));
    } catch (StatusRuntimeException e) {
      return failed(e);
    }
  }

  private static Answer answer(EvaluateFunctionResponse answer) {
    var log = new Answer.Logged(answer.getLog().toStringUtf8(), false);
    return new Answer(answer.getResourceList().toByteArray(), log, "", 0);
  }

  private static Answer failed(StatusRuntimeException e) throws InvalidProtocolBufferException {
    var details = StatusProto.fromThrowable(e);
    if (e.getStatus().getCode() == Status.Code.INTERNAL && details != null) {
      Failure failure = details.getDetails(0).unpack(Failure.class);
      return new Answer(
          failure.getResourceList().toByteArray(),
          log(details.getMessage()),
          failure.getMessage(),
          failure.getExitCode());
    }
    Answer refused = GrpcDoorTest.refused(e.getStatus());
    return e.getStatus().getCode() == Status.Code.NOT_FOUND
        ? new Answer(refused.list(), refused.log(), null, refused.exit()) // it is of an image
        : refused;
  }

  /** What the function wrote, as it stands at the end of the status. */
  private static Answer.Logged log(String text) {
    int at = text.indexOf(STDERR);
    return at < 0
        ? Answer.Logged.NOTHING
        : new Answer.Logged(
            text.substring(at + STDERR.length()), text.startsWith("(cut)", at + STDERR.length()));
  }
}
