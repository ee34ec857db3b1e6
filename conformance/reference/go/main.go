// Command kit does what it is told, so that whoever calls it can be asked for all that a function may do:
// docs/conformance-kit.md says how. It is a function as others write them: in Go, on kyaml's fn/framework.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const (
	apiVersion = "conformance.kiln.dev/v1alpha1"
	kind       = "Kit"
	edited     = "conformance.kiln.dev/edited"
)

// kit is the functionConfig.
type kit struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Spec       struct {
		Action     string             `json:"action"`
		Value      *string            `json:"value"`
		Annotation *string            `json:"annotation"`
		Name       *string            `json:"name"`
		Results    *framework.Results `json:"results"`
		Message    *string            `json:"message"`
		Seconds    *uint32            `json:"seconds"`
		Until      *string            `json:"until"`
		Bytes      *uint32            `json:"bytes"`
		Log        *string            `json:"log"`
	} `json:"spec"`
}

// Validate is called by the framework once the configuration is read.
func (k *kit) Validate() error {
	switch {
	case k.Kind != kind:
		return fmt.Errorf("functionConfig kind: %q (expected: %s)", k.Kind, kind)
	case k.APIVersion != apiVersion:
		return fmt.Errorf("functionConfig apiVersion: %q (expected: %s)", k.APIVersion, apiVersion)
	}
	fields, known := k.needed()[k.Spec.Action]
	if !known {
		return fmt.Errorf("functionConfig spec.action: %q is none", k.Spec.Action)
	}
	for _, field := range fields {
		if !field.given {
			return fmt.Errorf("functionConfig spec.%s: missing", field.name)
		}
	}
	return nil
}

type field struct {
	name  string
	given bool
}

// needed has the fields that each action needs.
func (k *kit) needed() map[string][]field {
	value := field{"value", k.Spec.Value != nil}
	name := field{"name", k.Spec.Name != nil}
	message := field{"message", k.Spec.Message != nil}
	return map[string][]field{
		"echo":    {},
		"edit":    {value},
		"add":     {name, value},
		"delete":  {name},
		"results": {{"results", k.Spec.Results != nil}},
		"fail":    {message},
		"throw":   {message},
		"sleep":   {{"seconds", k.Spec.Seconds != nil}},
		"big":     {{"bytes", k.Spec.Bytes != nil}},
	}
}

func process(list *framework.ResourceList) error {
	var k kit
	if list.FunctionConfig == nil {
		return fmt.Errorf("functionConfig: missing (expected: %s %s)", apiVersion, kind)
	}
	err := framework.LoadFunctionConfig(list.FunctionConfig, &k)
	if k.Spec.Log != nil {
		fmt.Fprintln(os.Stderr, *k.Spec.Log)
	}
	if err != nil {
		return err
	}
	return k.run(list)
}

func (k *kit) run(list *framework.ResourceList) error {
	spec := k.Spec
	switch spec.Action {
	case "edit":
		return edit(list, spec.Annotation, *spec.Value)
	case "add":
		return add(list, *spec.Name, *spec.Value)
	case "delete":
		remove(list, *spec.Name)
	case "results":
		return report(list, *spec.Results...)
	case "fail":
		return report(list, &framework.Result{Message: *spec.Message, Severity: framework.Error})
	case "throw":
		panic(*spec.Message)
	case "sleep":
		return sleep(time.Duration(*spec.Seconds)*time.Second, spec.Until)
	case "big":
		return add(list, "big", strings.Repeat("x", int(*spec.Bytes)))
	}
	return nil
}

func edit(list *framework.ResourceList, annotation *string, value string) error {
	name := edited
	if annotation != nil {
		name = *annotation
	}
	for _, item := range list.Items {
		if err := item.PipeE(yaml.SetAnnotation(name, value)); err != nil {
			return err
		}
	}
	return nil
}

func add(list *framework.ResourceList, name, value string) error {
	for _, item := range list.Items {
		if item.GetApiVersion() == "v1" && item.GetKind() == "ConfigMap" && item.GetName() == name {
			return nil
		}
	}
	item, err := yaml.FromMap(map[string]any{
		"apiVersion": "v1",
		"kind":       "ConfigMap",
		"metadata":   map[string]any{"name": name},
		"data":       map[string]any{"value": value},
	})
	list.Items = append(list.Items, item)
	return err
}

func remove(list *framework.ResourceList, name string) {
	var kept []*yaml.RNode
	for _, item := range list.Items {
		if item.GetName() != name {
			kept = append(kept, item)
		}
	}
	list.Items = kept
}

// report fails if there is an error among the results; one without severity is one.
func report(list *framework.ResourceList, results ...*framework.Result) error {
	list.Results = append(list.Results, results...)
	for _, result := range results {
		if result.Severity == framework.Error || result.Severity == "" {
			return list.Results
		}
	}
	return nil
}

// sleep ends when the time is over, or when the other side closes the connection, if there is one.
func sleep(longest time.Duration, until *string) error {
	if until == nil {
		time.Sleep(longest)
		return nil
	}
	connection, err := net.Dial("tcp", *until)
	if err != nil {
		return fmt.Errorf("functionConfig spec.until: %w", err)
	}
	defer connection.Close()
	if err := connection.SetReadDeadline(time.Now().Add(longest)); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, connection) // however it ends, it is time to wake
	return nil
}

func main() {
	if err := answer(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer keeps the framework from writing what it takes beside a ResourceList, for that is all that stdout is for.
func answer() error {
	var out bytes.Buffer
	list := &kio.ByteReadWriter{Reader: os.Stdin, Writer: &out, KeepReaderAnnotations: true}
	err := framework.Execute(framework.ResourceListProcessorFunc(process), list)
	if list.WrappingKind != kio.ResourceListKind {
		return errors.Join(errors.New("stdin: no ResourceList"), err)
	}
	_, failed := out.WriteTo(os.Stdout)
	return errors.Join(err, failed)
}
