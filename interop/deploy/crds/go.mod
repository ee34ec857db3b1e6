module dev.kiln/interop/deploy/crds

go 1.25.0

require (
	github.com/fluxcd/kustomize-controller v1.6.0
	github.com/fluxcd/source-controller v1.7.0
	github.com/prometheus-operator/prometheus-operator v0.85.0
	github.com/tektoncd/pipeline v1.9.0
)
