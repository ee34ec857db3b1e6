package dev.kiln.bench.functions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * Loads our classes again, in a form that counts steps: each call of one of our methods, and each
 * place in a method that a jump can reach, which every round of a loop passes. The count is the
 * same on every machine.
 */
public final class StepCountingLoader extends ClassLoader {
  private static long steps;

  StepCountingLoader() {
    super(StepCountingLoader.class.getClassLoader());
  }

  /** Called by all counted code. */
  public static void step() {
    steps++;
  }

  static long steps() {
    return steps;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean ours = name.startsWith("dev.kiln.") || name.startsWith("com.google.re2j.");
    if (!ours || name.equals(StepCountingLoader.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (var in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      var file = ClassFile.of();
      var counted =
          file.transformClass(
              file.parse(in.readAllBytes()),
              ClassTransform.transformingMethodBodies(new CountSteps()));
      return defineClass(name, counted, 0, counted.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Calls {@link #step} at the start of a method and at each target of a jump. */
  private static final class CountSteps implements CodeTransform {
    private static final ClassDesc COUNTER = ClassDesc.of(StepCountingLoader.class.getName());
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

    @Override
    public void atStart(CodeBuilder code) {
      code.invokestatic(COUNTER, "step", NOTHING);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      code.with(element);
      if (element instanceof LabelTarget) {
        code.invokestatic(COUNTER, "step", NOTHING);
      }
    }
  }
}
