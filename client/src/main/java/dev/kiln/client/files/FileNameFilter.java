package dev.kiln.client.files;

/**
 * Which names a package's files and folders have.
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
