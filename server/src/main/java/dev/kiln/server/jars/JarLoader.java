package dev.kiln.server.jars;

import java.lang.classfile.ClassFile;
import java.net.URL;
import java.nio.ByteBuffer;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes.Name;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one jar, which see each other, the sdk and the JDK. It holds no file open, and
 * nothing holds it but who uses the jar.
 */
final class JarLoader extends ClassLoader {
  private static final ClassLoader SHARED = new SharedClasses();

  /** Where a class file says for which Java it is, and what that takes. */
  private static final int MAJOR = 6;

  private static final int HEAD = 8;

  static {
    registerAsParallelCapable();
  }

  private final JarArchive archive;
  private final ArchiveUrls urls;
  private final URL origin;
  private final ProtectionDomain domain;

  /**
   * @param origin where the jar was read, as its classes may ask
   */
  JarLoader(String file, JarArchive archive, URL origin) {
    super(file, SHARED);
    this.archive = archive;
    this.urls = ArchiveUrls.of(file, archive);
    this.origin = origin;
    var source = new CodeSource(origin, (Certificate[]) null);
    this.domain = new ProtectionDomain(source, null, this, null);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] file =
        SharedClasses.isOfTheSdk(name) ? null : archive.find(name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    rejectNewerVersion(name, file);
    definePackageOf(name);
    byte[] safe = ExitCalls.replaceExitCalls(file);
    return defineClass(name, safe, 0, safe.length, domain);
  }

  /** As the JDK does, but in words that say what to do. */
  private static void rejectNewerVersion(String name, byte[] file) {
    if (file.length < HEAD || ByteBuffer.wrap(file).getInt() != ClassFile.MAGIC_NUMBER) {
      return; // is no class, which the JDK says
    }
    int java = ByteBuffer.wrap(file).getShort(MAJOR) - ClassFile.JAVA_1_VERSION + 1;
    int here = Runtime.version().feature();
    if (java > here) {
      throw new UnsupportedClassVersionError(
          name + " is compiled for Java " + java + " (expected: Java " + here + " or earlier)");
    }
  }

  private void definePackageOf(String className) {
    String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
    if (!name.isEmpty() && getDefinedPackage(name) == null) {
      try {
        definePackage(
            name,
            archive.manifestValue(name, Name.SPECIFICATION_TITLE),
            archive.manifestValue(name, Name.SPECIFICATION_VERSION),
            archive.manifestValue(name, Name.SPECIFICATION_VENDOR),
            archive.manifestValue(name, Name.IMPLEMENTATION_TITLE),
            archive.manifestValue(name, Name.IMPLEMENTATION_VERSION),
            archive.manifestValue(name, Name.IMPLEMENTATION_VENDOR),
            Boolean.parseBoolean(archive.manifestValue(name, Name.SEALED)) ? origin : null);
      } catch (IllegalArgumentException e) {
        if (getDefinedPackage(name) == null) {
          throw e;
        } // else another thread was faster
      }
    }
  }

  @Override
  protected @Nullable URL findResource(String name) {
    return urls.find(name);
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = urls.find(name);
    return Collections.enumeration(found == null ? List.of() : List.of(found));
  }
}
