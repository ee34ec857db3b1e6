package dev.kiln.sdk;

/** Whether objects of a kind belong to a namespace. */
public enum Scope {
  /** The objects are in no namespace. */
  CLUSTER,
  /** Each object is in a namespace. */
  NAMESPACED,
  /** Neither Kubernetes itself nor a CustomResourceDefinition in the list defines the kind. */
  UNKNOWN
}
