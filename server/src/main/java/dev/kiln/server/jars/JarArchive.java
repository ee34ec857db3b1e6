package dev.kiln.server.jars;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A jar in memory: a zip file with a manifest and, in a multi-release jar, versions of files. */
final class JarArchive {
  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d{1,4})/(.+)");
  private static final int FIRST_WITH_VERSIONS = 9;

  private final ZipInMemory zip;
  private final Manifest manifest;

  /** By a file's name, what stands in for it on this JDK. */
  private final Map<String, String> versions;

  JarArchive(byte[] bytes) throws BadJar {
    this.zip = new ZipInMemory(bytes);
    this.manifest = manifest(zip);
    String many = manifest.getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE);
    this.versions = Boolean.parseBoolean(many) ? versioned(zip) : Map.of();
  }

  private static Manifest manifest(ZipInMemory zip) throws BadJar {
    var manifest = new Manifest();
    for (String name : zip.names()) {
      byte[] file = name.equalsIgnoreCase(JarFile.MANIFEST_NAME) ? zip.find(name) : null;
      if (file != null) {
        try {
          manifest.read(new ByteArrayInputStream(file));
        } catch (IOException e) {
          throw new BadJar(name + ": " + e.getMessage());
        }
      }
    }
    return manifest;
  }

  private static Map<String, String> versioned(ZipInMemory zip) {
    var highest = new TreeMap<Integer, Map<String, String>>();
    for (String name : zip.names()) {
      Matcher versioned = VERSIONED.matcher(name);
      if (versioned.matches()) {
        highest
            .computeIfAbsent(Integer.valueOf(versioned.group(1)), _ -> new HashMap<>())
            .put(versioned.group(2), name);
      }
    }
    var versions = new HashMap<String, String>();
    highest
        .subMap(FIRST_WITH_VERSIONS, true, Runtime.version().feature(), true)
        .values()
        .forEach(versions::putAll);
    versions.keySet().removeIf(name -> name.startsWith("META-INF/"));
    return versions;
  }

  /** What is in the file of that name on this JDK; null if there is none. */
  byte @Nullable [] find(String name) {
    return zip.find(versions.getOrDefault(name, name));
  }

  boolean has(String name) {
    return zip.has(versions.getOrDefault(name, name));
  }

  /** What the manifest says of a package, or else of the whole jar; null if nothing. */
  @Nullable String manifestValue(String packageName, Attributes.Name attribute) {
    Attributes own = manifest.getAttributes(packageName.replace('.', '/') + "/");
    String value = own == null ? null : own.getValue(attribute);
    return value == null ? manifest.getMainAttributes().getValue(attribute) : value;
  }

  int size() {
    return zip.size();
  }

  /** Writes the jar as it was read. */
  void writeTo(Path file) throws IOException {
    zip.writeTo(file);
  }

  boolean isMadeOf(byte[] bytes) {
    return zip.isMadeOf(bytes);
  }
}
