package dev.kiln.cli.fn;

import dev.kiln.client.Step;
import dev.kiln.client.files.PackageException;
import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.ReadOptions;
import dev.kiln.client.files.SingleFile;
import dev.kiln.client.steps.Declaration;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.sdk.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file or folder outside the package whose resources declare functions. The paths of its items
 * begin with the path that the user gave, so that the user can open them.
 *
 * @param prefix the text before each path within that folder
 */
record FunctionPath(String prefix, List<PackageItem> items, List<String> warnings) {
  /**
   * Reads the file or folder. For a file, it reads nothing beside it.
   *
   * @throws InvalidDeclarationException if it cannot be read
   */
  static FunctionPath read(Path given) {
    boolean isFile = Files.exists(given) && !Files.isDirectory(given);
    Path folder = isFile ? given.getParent() : given;
    String prefix = folder == null ? "" : folder.endsWith("/") ? "/" : folder + "/";
    try {
      if (isFile) {
        SingleFile file = SingleFile.read(given);
        return of(given, prefix, file.items(), file.warnings());
      }
      PackageFolder read = PackageFolder.read(given, ReadOptions.defaults());
      return of(given, prefix, read.items(), read.warnings());
    } catch (PackageException e) {
      throw new InvalidDeclarationException(String.join("\n", shown(given, prefix, e.problems())));
    }
  }

  private static FunctionPath of(
      Path given, String prefix, List<PackageItem> items, List<String> warnings) {
    var shown = new ArrayList<PackageItem>(items.size());
    items.forEach(item -> shown.add(at(prefix + item.path(), item)));
    return new FunctionPath(prefix, shown, shown(given, prefix, warnings));
  }

  /**
   * Returns the lines with paths that the user can open. A line begins with a path in the folder,
   * or it is about the whole folder.
   */
  private static List<String> shown(Path given, String prefix, List<String> lines) {
    var shown = new ArrayList<String>(lines.size());
    for (String line : lines) {
      boolean whole = line.startsWith(given + ":") || line.startsWith("/");
      shown.add(whole ? line : prefix + line);
    }
    return shown;
  }

  private static PackageItem at(String path, PackageItem item) {
    return new PackageItem(path, item.index(), item.resource(), item.firstLine());
  }

  /**
   * Returns the step with a configuration that names its path within that folder, as it does for a
   * step of a package.
   */
  Step configured(Step step, Declaration one) {
    PackageItem own = at(one.item().path().substring(prefix.length()), one.item());
    Resource config =
        Step.of(new Declaration(one.function(), one.deferFailure(), own))
            .config()
            .resource()
            .orElseThrow();
    return step.withConfig(config);
  }
}
