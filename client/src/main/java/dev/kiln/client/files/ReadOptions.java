package dev.kiln.client.files;

/**
 * What of a folder is read.
 *
 * @param includeKptfile whether the files named {@code Kptfile} are items
 * @param strict whether YAML without apiVersion or kind is refused; else it is left alone, with a
 *     warning
 */
public record ReadOptions(boolean includeKptfile, boolean strict) {

  /** No Kptfiles, not strict. */
  public static ReadOptions defaults() {
    return new ReadOptions(false, false);
  }
}
