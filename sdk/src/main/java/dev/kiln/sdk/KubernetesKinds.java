package dev.kiln.sdk;

import dev.kiln.sdk.ScopeLookup.GroupKind;
import java.util.HashMap;
import java.util.Map;

/**
 * The kinds that Kubernetes itself serves, and whether each is namespaced. Kinds that a Kubernetes
 * version removed are still listed, because packages still contain them. Deprecated groups that
 * once had a kind are listed as well.
 */
final class KubernetesKinds {
  private static final String CLUSTER =
      """
      : ComponentStatus Namespace Node PersistentVolume
      admissionregistration.k8s.io: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding \
      MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding \
      ValidatingWebhookConfiguration
      apiextensions.k8s.io: CustomResourceDefinition
      apiregistration.k8s.io: APIService
      auditregistration.k8s.io: AuditSink
      authentication.k8s.io: SelfSubjectReview TokenReview
      authorization.k8s.io: SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
      certificates.k8s.io: CertificateSigningRequest ClusterTrustBundle
      extensions: PodSecurityPolicy
      flowcontrol.apiserver.k8s.io: FlowSchema PriorityLevelConfiguration
      imagepolicy.k8s.io: ImageReview
      internal.apiserver.k8s.io: StorageVersion
      networking.k8s.io: IngressClass IPAddress ServiceCIDR
      node.k8s.io: RuntimeClass
      policy: PodSecurityPolicy
      rbac.authorization.k8s.io: ClusterRole ClusterRoleBinding
      resource.k8s.io: DeviceClass DeviceTaintRule ResourceClass ResourceSlice
      scheduling.k8s.io: PriorityClass
      storage.k8s.io: CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass
      storagemigration.k8s.io: StorageVersionMigration
      """;

  private static final String NAMESPACED =
      """
      : Binding ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate \
      ReplicationController ResourceQuota Secret Service ServiceAccount
      apps: ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
      authorization.k8s.io: LocalSubjectAccessReview
      autoscaling: HorizontalPodAutoscaler
      batch: CronJob Job
      certificates.k8s.io: PodCertificateRequest
      coordination.k8s.io: Lease LeaseCandidate
      discovery.k8s.io: EndpointSlice
      events.k8s.io: Event
      extensions: DaemonSet Deployment Ingress NetworkPolicy ReplicaSet
      networking.k8s.io: Ingress NetworkPolicy
      policy: Eviction PodDisruptionBudget
      rbac.authorization.k8s.io: Role RoleBinding
      resource.k8s.io: PodSchedulingContext ResourceClaim ResourceClaimParameters \
      ResourceClaimTemplate ResourceClassParameters
      scheduling.k8s.io: PodGroup Workload
      settings.k8s.io: PodPreset
      storage.k8s.io: CSIStorageCapacity
      """;

  private static final Map<GroupKind, Scope> TABLE = buildTable();

  private KubernetesKinds() {}

  static Scope scope(GroupKind groupKind) {
    return TABLE.getOrDefault(groupKind, Scope.UNKNOWN);
  }

  private static Map<GroupKind, Scope> buildTable() {
    var table = new HashMap<GroupKind, Scope>();
    addKinds(table, CLUSTER, Scope.CLUSTER);
    addKinds(table, NAMESPACED, Scope.NAMESPACED);
    return table;
  }

  private static void addKinds(Map<GroupKind, Scope> table, String lines, Scope scope) {
    for (String line : lines.split("\n", -1)) {
      int colon = line.indexOf(':');
      if (colon >= 0) {
        for (String kind : line.substring(colon + 1).strip().split(" ", -1)) {
          table.put(new GroupKind(line.substring(0, colon), kind), scope);
        }
      }
    }
  }
}
