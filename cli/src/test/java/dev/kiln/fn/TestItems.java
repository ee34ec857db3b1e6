package dev.kiln.fn;

/** Texts of resources. */
final class TestItems {
  private TestItems() {}

  /** A ConfigMap. */
  static String config(String name) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s
    data:
      colour: red
    """
        .formatted(name);
  }

  /** A resource that declares a function: lines of YAML. */
  static String function(String name, String declaration) {
    return """
    apiVersion: example.com/v1
    kind: Fn
    metadata:
      name: %s
      annotations:
        config.kubernetes.io/function: |
          %s
    """
        .formatted(name, declaration.strip().replace("\n", "\n      "));
  }

  /** A list of these items, each indented as one. */
  static String list(String... items) {
    var text = new StringBuilder("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:");
    text.append(items.length == 0 ? " []\n" : "\n");
    for (String item : items) {
      text.append(item(item));
    }
    return text.toString();
  }

  /** The text of an item within a list. */
  static String item(String text) {
    return "- " + text.strip().replace("\n", "\n  ") + "\n";
  }

  /** Several documents in one file. */
  static String documents(String... texts) {
    return String.join("---\n", texts);
  }
}
