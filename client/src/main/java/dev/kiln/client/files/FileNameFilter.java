package dev.kiln.client.files;

/**
 * Decides by name which files and folders belong to a package.
 *
 * @param kptfile whether Kptfiles are among them
 */
record FileNameFilter(boolean kptfile) {
  private static final String KPTFILE = "Kptfile";

  boolean accepts(String name, boolean folder) {
    if (folder) {
      return !name.equals(".git") && !name.equals(Transaction.FOLDER);
    }
    return name.endsWith(".yaml")
        || name.endsWith(".yml")
        || name.endsWith(".json")
        || (kptfile && name.equals(KPTFILE));
  }

  static boolean isJson(String path) {
    return path.endsWith(".json");
  }
}
