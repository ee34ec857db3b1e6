package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeLookupTest {
  private static final Resource CRD =
      Resource.parse(
          """
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: {name: kilns.example.com}
          spec:
            group: example.com
            names: {kind: Kiln}
            scope: Cluster
          """);
  private static final Resource KILN =
      Resource.parse("{apiVersion: example.com/v1, kind: Kiln, metadata: {name: k}}");

  @ParameterizedTest
  @CsvSource({
    "v1,Namespace,CLUSTER",
    "v1,ConfigMap,NAMESPACED",
    "apps/v1,Deployment,NAMESPACED",
    "extensions/v1beta1,Deployment,NAMESPACED",
    "rbac.authorization.k8s.io/v1,ClusterRoleBinding,CLUSTER",
    "rbac.authorization.k8s.io/v1,RoleBinding,NAMESPACED",
    "apiextensions.k8s.io/v1,CustomResourceDefinition,CLUSTER",
    "admissionregistration.k8s.io/v1,ValidatingWebhookConfiguration,CLUSTER",
    "resource.k8s.io/v1,ResourceClaimTemplate,NAMESPACED",
    "storage.k8s.io/v1,StorageClass,CLUSTER",
    "serving.knative.dev/v1,Service,UNKNOWN",
    "v1,Deployment,UNKNOWN"
  })
  void knowsKubernetesKindsByGroupAndKind(String apiVersion, String kind, Scope scope) {
    var item = Resource.parse("{apiVersion: " + apiVersion + ", kind: " + kind + "}");
    assertThat(item.scope()).isEqualTo(scope);
  }

  @Test
  void knowsTheKindsThatTheListDefines() {
    assertThat(KILN.scope()).isEqualTo(Scope.UNKNOWN);
    var list = ResourceList.parse(ResourceList.of(KILN, CRD).bytes());
    assertThat(list.items().getFirst().scope()).isEqualTo(Scope.CLUSTER);
  }

  @Test
  void followsAddedAndRemovedDefinitions() {
    var list = ResourceList.of(KILN).add(CRD);
    assertThat(list.items().getFirst().scope()).isEqualTo(Scope.CLUSTER);
    var without = list.filterItems(item -> item.kind().equals("Kiln"));
    assertThat(without.items().getFirst().scope()).isEqualTo(Scope.UNKNOWN);
  }

  @Test
  void keepsScopesThroughAnEdit() {
    var item = ResourceList.of(KILN, CRD).items().getFirst();
    assertThat(item.withLabel("a", "b").scope()).isEqualTo(Scope.CLUSTER);
  }
}
