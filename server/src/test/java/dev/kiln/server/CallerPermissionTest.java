package dev.kiln.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.FunctionInfo;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.remote.ClientToken;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.server.admin.Metrics;
import dev.kiln.server.callers.Callers;
import dev.kiln.testkit.IssuedCertificate;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that knows its callers shows each of them what it may use, at every door. */
@Timeout(60)
class CallerPermissionTest {
  private static final String SUBJECT =
      IssuedCertificate.by("client").own().getSubjectX500Principal().getName();

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final CountDownLatch holdRunning = new CountDownLatch(1);
  private final CountDownLatch holdGoesOn = new CountDownLatch(1);
  private final List<AutoCloseable> open = new ArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void close() throws Exception {
    holdGoesOn.countDown();
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  private Doors open(String... more) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("callers.yaml"),
            """
            apiVersion: kiln.dev/v1alpha1
            kind: Callers
            callers:
            - {name: ci, tokens: ["sha256:%s"], functions: [label, hold], maxConcurrent: 1}
            - {name: admin, tokens: ["sha256:%s"], functions: ["**"], metrics: true}
            - {name: argo, certificates: ["%s"], functions: [nothing]}
            """
                .formatted(digest("ci-token"), digest("admin-token"), SUBJECT));
    var args = new ArrayList<String>();
    for (String flag : List.of("--http-addr", "--grpc-addr", "--admin-addr")) {
      args.addAll(List.of(flag, "localhost:0"));
    }
    args.addAll(List.of("--token-file", file.toString()));
    args.addAll(List.of(more));
    HostSettings settings =
        HostSettings.of(
            HostSettings.flagsOfMany(TestKinds.FLAGS).parse(args, Map.of()), TestKinds.FLAGS);
    var log = Host.log(settings, OutputStream.nullOutputStream());
    var metrics = new Metrics(log::dropped);
    var evaluator = new Evaluator(functions(), Limits.defaults());
    metrics.watch(evaluator);
    var doors =
        Doors.open(
            new Doors.Setup(
                settings,
                evaluator,
                Callers.of(settings.tokenFile()),
                metrics,
                Optional.of(metrics),
                log,
                Optional::empty,
                _ -> {}));
    open.addAll(List.of(log, metrics, evaluator, doors));
    return doors;
  }

  private FunctionRegistry functions() {
    var all =
        new ArrayList<>(TestFunctions.functions().stream().map(JavaRunner::register).toList());
    all.add(
        JavaRunner.register(
            TestFunctions.function(
                "hold",
                (in, _) -> {
                  holdRunning.countDown();
                  await(holdGoesOn);
                  return in;
                })));
    return new FunctionRegistry(all);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String digest(String token) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
  }

  // --- HTTP -------------------------------------------------------------------------------------

  private static HttpResponse<String> post(HttpClient client, String at, String token)
      throws IOException, InterruptedException {
    return client.send(
        withToken(HttpRequest.newBuilder(URI.create(at)), token)
            .header("content-type", "text/yaml")
            .POST(HttpRequest.BodyPublishers.ofString(TestFunctions.LIST))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder withToken(HttpRequest.Builder request, String token) {
    return token.isEmpty() ? request : request.header("authorization", "Bearer " + token);
  }

  private static HttpResponse<String> get(HttpClient client, String at, String token)
      throws IOException, InterruptedException {
    return client.send(
        withToken(HttpRequest.newBuilder(URI.create(at)), token).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpClient client() {
    var client = HttpClient.newHttpClient();
    open.add(client);
    return client;
  }

  @ParameterizedTest
  @CsvSource({"ci-token, label, 200", "ci-token, report, 404", "admin-token, report, 422"})
  void runsWhatTheCallerMayUse(String token, String function, int status) throws Exception {
    String at = "http://" + open().httpAddress().orElseThrow() + "/functions/" + function;
    assertThat(post(client(), at, token).statusCode()).isEqualTo(status);
  }

  @Test
  void namesNoOtherFunctionsThanTheCallerMayUse() throws Exception {
    String at = "http://" + open().httpAddress().orElseThrow() + "/functions/report";
    assertThat(post(client(), at, "ci-token").body())
        .contains("no function \"report\" (there are hold, label)");
  }

  @ParameterizedTest
  @CsvSource({"''", "other"})
  void refusesUnknownCallers(String token) throws Exception {
    String at = "http://" + open().httpAddress().orElseThrow() + "/functions/label";
    HttpResponse<String> answer = post(client(), at, token);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("www-authenticate")).contains("Bearer");
    assertThat(answer.body()).contains("reason: Unauthorized").doesNotContain("label");
  }

  @Test
  void refusesMoreCallsAtOnceThanTheCallerMayHave() throws Exception {
    String at = "http://" + open().httpAddress().orElseThrow() + "/functions/";
    HttpClient client = client();
    var first =
        client.sendAsync(
            withToken(HttpRequest.newBuilder(URI.create(at + "hold")), "ci-token")
                .header("content-type", "text/yaml")
                .POST(HttpRequest.BodyPublishers.ofString(TestFunctions.LIST))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    await(holdRunning);
    HttpResponse<String> second = post(client, at + "label", "ci-token");
    assertThat(second.statusCode()).isEqualTo(503);
    assertThat(second.body()).contains("caller ci has 1 unanswered calls", "maxConcurrent");
    assertThat(post(client, at + "label", "admin-token").statusCode()).isEqualTo(200);
    holdGoesOn.countDown();
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(post(client, at + "label", "ci-token").statusCode()).isEqualTo(200);
  }

  // --- gRPC -------------------------------------------------------------------------------------

  private ManagedChannel channel(Doors doors) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(doors.grpcAddress().orElseThrow()).usePlaintext().build();
    open.add(channel::shutdownNow);
    return channel;
  }

  private static <S extends AbstractStub<S>> S as(String token, S stub) {
    var headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + token);
    return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static Status.Code code(Runnable call) {
    try {
      call.run();
      return Status.Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  private static EvaluateRequest request(String function) {
    return EvaluateRequest.newBuilder()
        .setFunction(function)
        .setResourceList(ByteString.copyFromUtf8(TestFunctions.LIST))
        .build();
  }

  @Test
  void runsWhatTheCallerMayUseOverGrpc() throws Exception {
    var plain = FunctionServiceGrpc.newBlockingStub(channel(open()));
    var ci = as("ci-token", plain);
    assertThat(code(() -> ci.evaluate(request("label")))).isEqualTo(Status.Code.OK);
    assertThat(code(() -> ci.evaluate(request("report")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(code(() -> plain.evaluate(request("label")))).isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(code(() -> as("no", plain).evaluate(request("label"))))
        .isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  @Test
  void describesWhatTheCallerMayUse() throws Exception {
    var ci = as("ci-token", FunctionServiceGrpc.newBlockingStub(channel(open())));
    assertThat(ci.describe(DescribeRequest.getDefaultInstance()).getFunctionsList())
        .extracting(FunctionInfo::getName)
        .containsExactlyInAnyOrder("label", "hold");
  }

  @Test
  void tellsTheHealthOfAFunctionToThoseWhoMayUseIt() throws Exception {
    var anybody = HealthGrpc.newBlockingStub(channel(open()));
    assertThat(code(() -> anybody.check(health("")))).isEqualTo(Status.Code.OK);
    assertThat(code(() -> anybody.check(health("function/label"))))
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(code(() -> as("ci-token", anybody).check(health("function/label"))))
        .isEqualTo(Status.Code.OK);
    assertThat(code(() -> as("ci-token", anybody).check(health("function/report"))))
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void listsTheHealthOfFunctionsForThoseWhoMayUseThem() throws Exception {
    var anybody = HealthGrpc.newBlockingStub(channel(open()));
    assertThat(healthList(anybody.getChannel()))
        .contains("FunctionService")
        .doesNotContain("function/");
    assertThat(healthList(as("ci-token", anybody).getChannel()))
        .contains("function/label")
        .doesNotContain("function/report");
  }

  private static String healthList(Channel channel) {
    var empty = ProtoUtils.marshaller(Empty.getDefaultInstance());
    var method =
        MethodDescriptor.newBuilder(empty, empty)
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("grpc.health.v1.Health/List")
            .build();
    return ClientCalls.blockingUnaryCall(
            channel, method, CallOptions.DEFAULT, Empty.getDefaultInstance())
        .toByteString()
        .toString(StandardCharsets.ISO_8859_1);
  }

  private static HealthCheckRequest health(String service) {
    return HealthCheckRequest.newBuilder().setService(service).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void aHostThatCallsAnotherHasATokenFile(String protocol) throws Exception {
    Doors doors = open();
    String address =
        protocol.equals("http")
            ? doors.httpAddress().orElseThrow()
            : doors.grpcAddress().orElseThrow();
    Path file = Files.writeString(folder.resolve("token"), "ci-token\n");
    var settings =
        RemoteSettings.of(1 << 20).withFunction("label").withToken(ClientToken.ofFile(file));
    var at = List.of(RemoteAddress.parse(protocol + "://" + address));
    try (var runner = new RemoteRunner("label", at, settings)) {
      Invocation in =
          Invocation.of(TestFunctions.LIST.getBytes(UTF_8))
              .withDeadline(Instant.now().plusSeconds(30));
      assertThat(runner.run(in).ending()).isInstanceOf(Ending.Done.class);
      Files.writeString(file, "another");
      assertThat(runner.run(in).ending().message()).contains("this host knows no caller");
    }
  }

  // --- The admin address ------------------------------------------------------------------------

  @Test
  void theAdminAddressTakesTheSameTokens() throws Exception {
    String at = "http://" + open().adminAddress().orElseThrow();
    HttpClient client = client();
    for (String probe : List.of("/healthz", "/livez", "/readyz")) {
      assertThat(get(client, at + probe, "").statusCode()).isEqualTo(200);
    }
    for (String page : List.of("/metrics", "/stuck", "/functions", "/functions/label")) {
      assertThat(get(client, at + page, "").statusCode()).as(page).isEqualTo(401);
      assertThat(get(client, at + page, "admin-token").statusCode()).as(page).isEqualTo(200);
    }
    assertThat(get(client, at + "/metrics", "ci-token").statusCode()).isEqualTo(403);
    assertThat(get(client, at + "/stuck", "ci-token").statusCode()).isEqualTo(403);
    assertThat(get(client, at + "/functions/report", "ci-token").body())
        .contains("there are hold, label");
    assertThat(get(client, at + "/functions", "ci-token").body())
        .contains("label")
        .doesNotContain("report");
  }

  @Test
  void countsTheCallsOfEachCaller() throws Exception {
    Doors doors = open();
    HttpClient client = client();
    String at = "http://" + doors.httpAddress().orElseThrow() + "/functions/";
    post(client, at + "label", "ci-token");
    post(client, at + "report", "ci-token");
    post(client, at + "label", "no");
    assertThat(
            get(client, "http://" + doors.adminAddress().orElseThrow() + "/metrics", "admin-token")
                .body())
        .contains(
            "krm_caller_calls_total{caller=\"ci\",outcome=\"ok\"} 1.0",
            "krm_caller_calls_total{caller=\"ci\",outcome=\"not_found\"} 1.0",
            "krm_caller_calls_total{caller=\"unknown\",outcome=\"refused\"} 1.0");
  }

  @Test
  void aCertificateIsAsGoodAsAToken() throws Exception {
    IssuedCertificate.by("server").writeTo(folder);
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    Doors doors = open("--tls-dir", folder.toString(), "--admin-tls", "on");
    try (var argo =
            HttpClient.newBuilder()
                .sslContext(IssuedCertificate.CA.trustingAs(IssuedCertificate.by("client")))
                .build();
        var probe = HttpClient.newBuilder().sslContext(IssuedCertificate.CA.trusting()).build()) {
      String http = "https://" + doors.httpAddress().orElseThrow() + "/functions/";
      assertThat(post(argo, http + "nothing", "").statusCode()).isEqualTo(200);
      assertThat(post(argo, http + "label", "").statusCode()).isEqualTo(404);
      assertThat(post(argo, http + "label", "ci-token").statusCode()).isEqualTo(200);
      String admin = "https://" + doors.adminAddress().orElseThrow();
      assertThat(get(argo, admin + "/functions", "").body()).contains("nothing");
      assertThat(get(probe, admin + "/healthz", "").statusCode()).isEqualTo(200);
      assertThat(get(probe, admin + "/functions", "").statusCode()).isEqualTo(401);
    }
  }
}
