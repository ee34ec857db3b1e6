package dev.kiln.client.files;

/**
 * Selects what is read from a folder.
 *
 * @param includeKptfile whether the files named {@code Kptfile} are items
 * @param strict whether YAML without apiVersion or kind is refused; if not, it is left alone, with
 *     a warning
 */
public record ReadOptions(boolean includeKptfile, boolean strict) {

  /** The defaults: no Kptfiles, not strict. */
  public static ReadOptions defaults() {
    return new ReadOptions(false, false);
  }
}
