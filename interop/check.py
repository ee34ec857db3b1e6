"""Calls a host over gRPC as Python does, with stubs that protoc made, and says what held, a line each.

usage: check.py ADDRESS STUBS FOLDER
ADDRESS is where the host listens, STUBS the folder of the stubs. FOLDER has a list for set-labels, the same as the
config of a step, what comes back for it from a call and from a pipeline, and lists for functions that throw and sleep.
The host takes messages of 4 MiB.
"""

import os
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

ADDRESS, STUBS, FOLDER = sys.argv[1:4]
LIST, CONFIG, ANSWER, STEPS, THROW, SLEEP = (
    open(os.path.join(FOLDER, name), "rb").read()
    for name in ("list", "config", "answer", "steps", "throw", "sleep")
)
sys.path.insert(0, STUBS)

from evaluator import evaluator_pb2, evaluator_pb2_grpc  # noqa: E402
from krm.function.v2alpha1 import function_pb2, function_pb2_grpc  # noqa: E402

IMAGE = "kiln.dev/functions/set-labels:v1"
# Python's gRPC sends messages of any size, and takes 4 MiB.
channel = grpc.insecure_channel(ADDRESS)
functions = function_pb2_grpc.FunctionServiceStub(channel)
porch = evaluator_pb2_grpc.FunctionEvaluatorStub(channel)


def ask(function, body=LIST):
    return function_pb2.EvaluateRequest(resource_list=body, function=function)


def error(call):
    try:
        call()
    except grpc.RpcError as e:
        return e
    raise AssertionError("the call went well")


def evaluates():
    answer = functions.Evaluate(ask("set-labels"), timeout=30)
    assert answer.resource_list == ANSWER, answer
    assert not answer.HasField("failure"), answer
    assert answer.function == "set-labels", answer


def evaluates_compressed():
    answer = functions.Evaluate(ask("set-labels"), timeout=30, compression=grpc.Compression.Gzip)
    assert answer.resource_list == ANSWER, answer


def evaluates_as_porch_asks():
    answer = porch.EvaluateFunction(
        evaluator_pb2.EvaluateFunctionRequest(resource_list=LIST, image=IMAGE), timeout=30
    )
    assert answer.resource_list == ANSWER, answer


def evaluates_many_at_once_on_one_connection():
    calls = [functions.Evaluate.future(ask("set-labels"), timeout=60) for _ in range(64)]
    assert all(call.result().resource_list == ANSWER for call in calls)


def runs_a_pipeline():
    steps = [
        function_pb2.Step(name=name, function="set-labels", function_config=CONFIG)
        for name in ("one", "two")
    ]
    answer = functions.EvaluatePipeline(
        function_pb2.PipelineRequest(resource_list=LIST, steps=steps), timeout=30
    )
    assert answer.resource_list == STEPS, answer
    assert [step.name for step in answer.steps] == ["one", "two"], answer
    assert answer.failed_step == 0, answer


def reads_a_failure():
    answer = functions.Evaluate(ask("throw", THROW), timeout=30)
    assert answer.failure.exit_code == 2, answer
    assert answer.failure.reason == function_pb2.EXCEPTION, answer
    assert answer.resource_list == b"", answer


def reads_the_failure_in_the_details_of_porchs_error():
    image = "example.com/fn/throw:v1"
    request = evaluator_pb2.EvaluateFunctionRequest(resource_list=THROW, image=image)
    e = error(lambda: porch.EvaluateFunction(request, timeout=30))
    assert e.code() is grpc.StatusCode.INTERNAL, e
    failure = function_pb2.Failure()
    assert rpc_status.from_call(e).details[0].Unpack(failure), e
    assert failure.exit_code == 2, failure


def reads_what_is_wrong():
    for code, request in [
        (grpc.StatusCode.NOT_FOUND, ask("no-such")),
        (grpc.StatusCode.INVALID_ARGUMENT, ask("set-labels", b"kind: [")),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, ask("set-labels", b"#" * (5 << 20))),
    ]:
        e = error(lambda: functions.Evaluate(request, timeout=30))
        assert e.code() is code, e


def gives_up_at_its_deadline():
    e = error(lambda: functions.Evaluate(ask("sleep", SLEEP), timeout=0.3))
    assert e.code() is grpc.StatusCode.DEADLINE_EXCEEDED, e


def cancels():
    call = functions.Evaluate.future(ask("sleep", SLEEP), timeout=60)
    call.cancel()
    assert call.cancelled()


def asks_for_health():
    health = health_pb2_grpc.HealthStub(channel)
    for service in ("", "krm.function.v2alpha1.FunctionService", "function/set-labels"):
        answer = health.Check(health_pb2.HealthCheckRequest(service=service), timeout=30)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING, service


def asks_which_services_there_are():
    services = ProtoReflectionDescriptorDatabase(channel).get_services()
    assert "krm.function.v2alpha1.FunctionService" in services, services
    assert "evaluator.FunctionEvaluator" in services, services


for check in (
    evaluates,
    evaluates_compressed,
    evaluates_as_porch_asks,
    evaluates_many_at_once_on_one_connection,
    runs_a_pipeline,
    reads_a_failure,
    reads_the_failure_in_the_details_of_porchs_error,
    reads_what_is_wrong,
    gives_up_at_its_deadline,
    cancels,
    asks_for_health,
    asks_which_services_there_are,
):
    check()
    print(check.__name__.replace("_", " "), flush=True)
