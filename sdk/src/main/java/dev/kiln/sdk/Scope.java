package dev.kiln.sdk;

/** Where the objects of a kind live. */
public enum Scope {
  /** In no namespace. */
  CLUSTER,
  /** In a namespace each. */
  NAMESPACED,
  /** Neither Kubernetes itself nor a CustomResourceDefinition in the list knows the kind. */
  UNKNOWN
}
