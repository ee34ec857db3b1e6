// Command set-labels is a function as others write them: in Go, on kyaml's fn/framework, for a container.
//
// It sets the labels of its functionConfig (data of a ConfigMap, or the field labels) on every item, and fails with a
// result if there are none. If one of them is called log, it says on stderr how many there are.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/fn/framework/command"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// config is a ConfigMap, or anything with labels.
type config struct {
	Data   map[string]string `yaml:"data"`
	Labels map[string]string `yaml:"labels"`
}

func (c *config) labels() map[string]string {
	if len(c.Labels) > 0 {
		return c.Labels
	}
	return c.Data
}

func process(list *framework.ResourceList) error {
	var given config
	if list.FunctionConfig != nil {
		if err := yaml.Unmarshal([]byte(list.FunctionConfig.MustString()), &given); err != nil {
			return err
		}
	}
	labels := given.labels()
	if len(labels) == 0 {
		list.Results = append(list.Results, &framework.Result{
			Message:  "no labels given",
			Severity: framework.Error,
		})
		return list.Results
	}
	if _, wanted := labels["log"]; wanted {
		fmt.Fprintf(os.Stderr, "labels: %d, items: %d\n", len(labels), len(list.Items))
	}
	names := slices.Sorted(maps.Keys(labels))
	for _, item := range list.Items {
		for _, name := range names {
			if err := item.PipeE(yaml.SetLabel(name, labels[name])); err != nil {
				return err
			}
		}
	}
	return nil
}

func main() {
	processor := framework.ResourceListProcessorFunc(process)
	if err := command.Build(processor, command.StandaloneEnabled, false).Execute(); err != nil {
		os.Exit(1)
	}
}
