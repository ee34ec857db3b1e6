// Command client calls a host over gRPC as grpc-go does. It reads the contract from the .proto files, calls one method
// and tells all that came: the list goes to stdout; what else the answer says, how it came and how the call ended go to
// stderr, one line each.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/bufbuild/protocompile"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding/gzip"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	_ "google.golang.org/genproto/googleapis/rpc/errdetails" // the details that a status may have
)

const list = "resource_list"

var (
	addr     = flag.String("addr", "", "where the host listens: host:port or unix:///path")
	protos   = flag.String("protos", "", "the folder of the .proto files")
	request  = flag.String("request", "{}", "the request but for its list, which comes from stdin, as JSON")
	deadline = flag.Duration("deadline", 30*time.Second, "how long to wait")
	zipped   = flag.Bool("gzip", false, "whether to compress the request")
)

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fail("usage: client [flags] SERVICE/METHOD < list, or client [flags] watch:SERVICE")
	}
	conn, err := grpc.NewClient(*addr, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStatsHandler(sizes{}), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64<<20)))
	check(err)
	ctx, cancel := context.WithTimeout(context.Background(), *deadline)
	defer cancel()
	if service, ok := strings.CutPrefix(flag.Arg(0), "watch:"); ok {
		end(watch(ctx, conn, service))
	}
	end(call(ctx, conn, flag.Arg(0)))
}

func call(ctx context.Context, conn *grpc.ClientConn, name string) error {
	method := find(name)
	in := dynamicpb.NewMessage(method.Input())
	check(protojson.Unmarshal([]byte(*request), in))
	if field := method.Input().Fields().ByName(list); field != nil {
		bytes, err := io.ReadAll(os.Stdin)
		check(err)
		in.Set(field, protoreflect.ValueOfBytes(bytes))
	}
	out := dynamicpb.NewMessage(method.Output())
	var options []grpc.CallOption
	if *zipped {
		options = append(options, grpc.UseCompressor(gzip.Name))
	}
	if err := conn.Invoke(ctx, "/"+name, in, out, options...); err != nil {
		return err
	}
	if field := method.Output().Fields().ByName(list); field != nil {
		_, err := os.Stdout.Write(out.Get(field).Bytes())
		check(err)
		out.Clear(field)
	}
	tell("answer", shown(out))
	return nil
}

func watch(ctx context.Context, conn *grpc.ClientConn, service string) error {
	stream, err := healthpb.NewHealthClient(conn).Watch(ctx, &healthpb.HealthCheckRequest{Service: service})
	if err != nil {
		return err
	}
	for {
		answer, err := stream.Recv()
		if err != nil {
			return err
		}
		tell("status", answer.GetStatus().String())
	}
}

// end tells how the call ended, and ends.
func end(err error) {
	said := status.Convert(err)
	tell("code", said.Code().String())
	if err == nil {
		os.Exit(0)
	}
	tell("message", strings.ReplaceAll(said.Message(), "\n", "\\n"))
	for _, detail := range said.Proto().GetDetails() {
		one, err := dynamicTypes.resolve(detail.GetTypeUrl())
		check(err)
		check(proto.Unmarshal(detail.GetValue(), one))
		tell("detail", string(one.ProtoReflect().Descriptor().FullName())+" "+shown(one))
	}
	os.Exit(1)
}

// sizes tells how large the answer was, as it came and unpacked.
type sizes struct{}

func (sizes) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context   { return ctx }
func (sizes) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (sizes) HandleConn(context.Context, stats.ConnStats)                       {}
func (sizes) HandleRPC(_ context.Context, event stats.RPCStats) {
	if in, ok := event.(*stats.InPayload); ok && in.CompressedLength < in.Length {
		tell("packed", "gzip")
	}
}

type types struct{ compiled []protoreflect.FileDescriptor }

var dynamicTypes types

func compile() []protoreflect.FileDescriptor {
	if dynamicTypes.compiled == nil {
		compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(
			&protocompile.SourceResolver{ImportPaths: []string{*protos}})}
		files, err := compiler.Compile(context.Background(),
			"evaluator/evaluator.proto", "krm/function/v2alpha1/function.proto")
		check(err)
		for _, file := range files {
			dynamicTypes.compiled = append(dynamicTypes.compiled, file)
		}
	}
	return dynamicTypes.compiled
}

// resolve makes an empty message of a type: of the contract, or of those that all of gRPC knows.
func (types) resolve(url string) (proto.Message, error) {
	name := protoreflect.FullName(url[strings.LastIndex(url, "/")+1:])
	for _, file := range compile() {
		if file.Package() == name.Parent() {
			if found := file.Messages().ByName(name.Name()); found != nil {
				return dynamicpb.NewMessage(found), nil
			}
		}
	}
	found, err := protoregistry.GlobalTypes.FindMessageByName(name)
	if err != nil {
		return nil, err
	}
	return found.New().Interface(), nil
}

func find(name string) protoreflect.MethodDescriptor {
	service, method, _ := strings.Cut(name, "/")
	full := protoreflect.FullName(service)
	for _, file := range compile() {
		if file.Package() == full.Parent() {
			if found := file.Services().ByName(full.Name()); found != nil {
				return found.Methods().ByName(protoreflect.Name(method))
			}
		}
	}
	fail("no method " + name + " in " + *protos)
	return nil
}

// shown is JSON with the contract's own names, on one line.
func shown(message proto.Message) string {
	text, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(message)
	check(err)
	var line bytes.Buffer
	check(json.Compact(&line, text)) // protojson varies its spaces
	return line.String()
}

func tell(what, text string) { fmt.Fprintf(os.Stderr, "%s: %s\n", what, text) }

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(text string) {
	tell("client", text)
	os.Exit(2)
}
