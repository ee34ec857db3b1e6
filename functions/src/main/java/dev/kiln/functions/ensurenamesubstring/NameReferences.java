package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.FieldSpecPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of the fields by which Kubernetes' own kinds refer to each other. */
final class NameReferences {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String WEBHOOKS = "admissionregistration.k8s.io";

  /** The path to the pod's description, for each kind that runs pods. */
  private static final Map<String, String> PODS =
      Map.of(
          "Pod", "spec",
          "PodTemplate", "template/spec",
          "ReplicationController", "spec/template/spec",
          "Deployment", "spec/template/spec",
          "ReplicaSet", "spec/template/spec",
          "DaemonSet", "spec/template/spec",
          "StatefulSet", "spec/template/spec",
          "Job", "spec/template/spec",
          "CronJob", "spec/jobTemplate/spec/template/spec");

  private static final List<String> CONTAINERS =
      List.of("containers", "initContainers", "ephemeralContainers");

  static final Map<String, List<NameReference>> BY_REFERRER =
      Stream.of(pods(), workloads(), configMaps(), secrets(), services(), access(), storage())
          .flatMap(references -> references)
          .collect(
              Collectors.groupingBy(
                  NameReference::referrer, LinkedHashMap::new, Collectors.toUnmodifiableList()));

  private NameReferences() {}

  private static Stream<NameReference> pods() {
    return PODS.entrySet().stream().flatMap(pod -> inPod(pod.getKey(), pod.getValue() + "/"));
  }

  private static Stream<NameReference> inPod(String referrer, String spec) {
    Stream<NameReference> direct =
        Stream.of(
            inCoreGroup("ConfigMap", "", referrer, spec + "volumes/configMap/name"),
            inCoreGroup(
                "ConfigMap", "", referrer, spec + "volumes/projected/sources/configMap/name"),
            inCoreGroup("Secret", "", referrer, spec + "volumes/secret/secretName"),
            inCoreGroup("Secret", "", referrer, spec + "volumes/projected/sources/secret/name"),
            inCoreGroup("Secret", "", referrer, spec + "imagePullSecrets/name"),
            inCoreGroup("ServiceAccount", "", referrer, spec + "serviceAccountName"),
            inCoreGroup(
                "PersistentVolumeClaim",
                "",
                referrer,
                spec + "volumes/persistentVolumeClaim/claimName"),
            inGroup(
                "scheduling.k8s.io", "PriorityClass", "", referrer, spec + "priorityClassName"));
    return Stream.concat(
        direct, CONTAINERS.stream().flatMap(kind -> inContainers(referrer, spec + kind + "/")));
  }

  private static Stream<NameReference> inContainers(String referrer, String containers) {
    return Stream.of(
        inCoreGroup("ConfigMap", "", referrer, containers + "env/valueFrom/configMapKeyRef/name"),
        inCoreGroup("ConfigMap", "", referrer, containers + "envFrom/configMapRef/name"),
        inCoreGroup("Secret", "", referrer, containers + "env/valueFrom/secretKeyRef/name"),
        inCoreGroup("Secret", "", referrer, containers + "envFrom/secretRef/name"));
  }

  private static Stream<NameReference> workloads() {
    return Stream.of("Deployment", "ReplicationController", "ReplicaSet", "StatefulSet")
        .map(
            kind ->
                of(
                    Optional.empty(),
                    kind,
                    "",
                    "HorizontalPodAutoscaler",
                    "spec/scaleTargetRef/name"));
  }

  private static Stream<NameReference> configMaps() {
    return Stream.of(
        inCoreGroup("ConfigMap", "", "Node", "spec/configSource/configMap"),
        inCoreGroup("ConfigMap", "", "Role", "rules/resourceNames"),
        inCoreGroup("ConfigMap", "", "ClusterRole", "rules/resourceNames"),
        inCoreGroup(
            "ConfigMap",
            "",
            "Ingress",
            annotation("nginx.ingress.kubernetes.io", "fastcgi-params-configmap")));
  }

  private static Stream<NameReference> secrets() {
    return Stream.of(
        inCoreGroup("Secret", "", "Ingress", "spec/tls/secretName"),
        inCoreGroup("Secret", "", "Ingress", annotation("ingress.kubernetes.io", "auth-secret")),
        inCoreGroup(
            "Secret", "", "Ingress", annotation("nginx.ingress.kubernetes.io", "auth-secret")),
        inCoreGroup(
            "Secret", "", "Ingress", annotation("nginx.ingress.kubernetes.io", "auth-tls-secret")),
        inCoreGroup("Secret", "", "ServiceAccount", "imagePullSecrets/name"),
        inCoreGroup("Secret", "", "StorageClass", "parameters/secretName"),
        inCoreGroup("Secret", "", "StorageClass", "parameters/adminSecretName"),
        inCoreGroup("Secret", "", "StorageClass", "parameters/userSecretName"),
        inCoreGroup("Secret", "", "StorageClass", "parameters/secretRef"),
        inCoreGroup("Secret", "", "Role", "rules/resourceNames"),
        inCoreGroup("Secret", "", "ClusterRole", "rules/resourceNames"),
        inCoreGroup("Secret", "", "PersistentVolume", "spec/azureFile/secretName"),
        inCoreGroup(
            "Secret",
            "serving.knative.dev",
            "Service",
            "spec/template/spec/containers/env/valueFrom/secretKeyRef/name"));
  }

  private static Stream<NameReference> services() {
    return Stream.of(
        inCoreGroup("Service", "apps", "StatefulSet", "spec/serviceName"),
        inCoreGroup("Service", "", "Ingress", "spec/rules/http/paths/backend/serviceName"),
        inCoreGroup("Service", "", "Ingress", "spec/backend/serviceName"),
        inCoreGroup("Service", "", "Ingress", "spec/rules/http/paths/backend/service/name"),
        inCoreGroup("Service", "", "Ingress", "spec/defaultBackend/service/name"),
        inCoreGroup("Service", "apiregistration.k8s.io", "APIService", "spec/service/name"),
        inCoreGroup(
            "Service", WEBHOOKS, "ValidatingWebhookConfiguration", "webhooks/clientConfig/service"),
        inCoreGroup(
            "Service", WEBHOOKS, "MutatingWebhookConfiguration", "webhooks/clientConfig/service"),
        inGroup("networking.k8s.io", "IngressClass", "", "Ingress", "spec/ingressClassName"));
  }

  private static Stream<NameReference> access() {
    return Stream.of(
        inGroup(RBAC, "Role", RBAC, "RoleBinding", "roleRef/name"),
        inGroup(RBAC, "ClusterRole", RBAC, "RoleBinding", "roleRef/name"),
        inGroup(RBAC, "ClusterRole", RBAC, "ClusterRoleBinding", "roleRef/name"),
        inCoreGroup("ServiceAccount", RBAC, "RoleBinding", "subjects"),
        inCoreGroup("ServiceAccount", RBAC, "ClusterRoleBinding", "subjects"));
  }

  private static Stream<NameReference> storage() {
    return Stream.of(
        inCoreGroup("PersistentVolume", "", "PersistentVolumeClaim", "spec/volumeName"),
        inCoreGroup("PersistentVolume", "", "ClusterRole", "rules/resourceNames"),
        storageClass("PersistentVolume", "spec/storageClassName"),
        storageClass("PersistentVolumeClaim", "spec/storageClassName"),
        storageClass("StatefulSet", "spec/volumeClaimTemplates/spec/storageClassName"));
  }

  private static NameReference storageClass(String referrer, String path) {
    return inGroup("storage.k8s.io", "StorageClass", "", referrer, path);
  }

  private static String annotation(String prefix, String name) {
    return "metadata/annotations/" + prefix + "\\/" + name;
  }

  private static NameReference inCoreGroup(
      String kind, String referrerGroup, String referrer, String path) {
    return of(Optional.of(""), kind, referrerGroup, referrer, path);
  }

  private static NameReference inGroup(
      String group, String kind, String referrerGroup, String referrer, String path) {
    return of(Optional.of(group), kind, referrerGroup, referrer, path);
  }

  private static NameReference of(
      Optional<String> group, String kind, String referrerGroup, String referrer, String path) {
    return new NameReference(group, kind, referrerGroup, referrer, FieldSpecPath.of(path));
  }
}
