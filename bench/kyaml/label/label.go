// Package label is the step that is measured, as a Go function does it: kyaml's reader, its label filter, its writer.
package label

import (
	"bytes"
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Every puts the label on every item of a serialized ResourceList.
func Every(input []byte, key, value string) ([]byte, error) {
	reader := kio.ByteReader{Reader: bytes.NewReader(input)}
	items, err := reader.Read()
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if err := item.PipeE(yaml.SetLabel(key, value)); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err = kio.ByteWriter{
		Writer:                &out,
		KeepReaderAnnotations: true,
		WrappingKind:          reader.WrappingKind,
		WrappingAPIVersion:    reader.WrappingAPIVersion,
		FunctionConfig:        reader.FunctionConfig,
		Results:               reader.Results,
	}.Write(items)
	return out.Bytes(), err
}

// Count counts the items of a list, all of which must carry the label.
func Count(list []byte, key, value string) (int, error) {
	items, err := (&kio.ByteReader{Reader: bytes.NewReader(list)}).Read()
	if err != nil {
		return 0, err
	}
	for i, item := range items {
		if got := item.GetLabels()[key]; got != value {
			return 0, fmt.Errorf("items[%d]: label %s is %q (expected: %q)", i, key, got, value)
		}
	}
	return len(items), nil
}
