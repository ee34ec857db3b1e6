package dev.kiln.server.jars;

import dev.kiln.sdk.ExitRefused;
import java.lang.classfile.Attributes;
import java.lang.classfile.BootstrapMethodEntry;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;

/**
 * Turns calls that would end the process, and references to them, into those of {@link
 * ExitRefused}, which throw. Reflection and native code are out of its reach.
 */
final class ExitCalls {
  private static final String SYSTEM = "java/lang/System";
  private static final String RUNTIME = "java/lang/Runtime";
  private static final ClassDesc REFUSED = ExitRefused.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc OF_SYSTEM = MethodTypeDesc.ofDescriptor("(I)V");
  private static final MethodTypeDesc OF_RUNTIME =
      MethodTypeDesc.ofDescriptor("(Ljava/lang/Runtime;I)V");

  /** What is put in takes off the stack what was there to take: the old stack maps hold. */
  private static final ClassFile KEEPING_STACK_MAPS =
      ClassFile.of(StackMapsOption.DROP_STACK_MAPS); // and put back by hand

  private ExitCalls() {}

  /** The class without them: as it is if it has none. */
  static byte[] replaceExitCalls(byte[] file) {
    ClassModel model;
    try {
      model = KEEPING_STACK_MAPS.parse(file);
      if (!hasExitCall(model)) {
        return file;
      }
    } catch (IllegalArgumentException _) {
      return file; // is no class, which the JDK says in its own words
    }
    return replaceExitCalls(model);
  }

  private static boolean hasExitCall(ClassModel model) {
    for (PoolEntry entry : model.constantPool()) {
      if (isExitCall(entry)) {
        return true;
      }
    }
    return false;
  }

  private static byte[] replaceExitCalls(ClassModel model) {
    return KEEPING_STACK_MAPS.transformClass(
        model,
        (to, element) -> {
          if (element instanceof MethodModel method) {
            to.transformMethod(
                method,
                (body, part) -> {
                  if (part instanceof CodeModel code) {
                    body.transformCode(code, new ExitCallReplacer(code));
                  } else {
                    body.with(part);
                  }
                });
          } else {
            to.with(element);
          }
        });
  }

  /** In one method. */
  private record ExitCallReplacer(CodeModel code) implements CodeTransform {
    @Override
    public void accept(CodeBuilder to, CodeElement element) {
      ConstantPoolBuilder pool = to.constantPool();
      switch (element) {
        case InvokeInstruction call when isExitCall(call.method()) ->
            to.invokestatic(replacementFor(call.method(), pool));
        case InvokeDynamicInstruction call ->
            to.invokedynamic(
                pool.invokeDynamicEntry(
                    withoutExitCalls(call.invokedynamic().bootstrap(), pool),
                    call.invokedynamic().nameAndType()));
        case LoadConstantInstruction load -> {
          LoadableConstantEntry constant = withoutExitCalls(load.constantEntry(), pool);
          if (constant.equals(load.constantEntry())) {
            to.with(load);
          } else {
            to.ldc(constant);
          }
        }
        default -> to.with(element);
      }
    }

    @Override
    public void atEnd(CodeBuilder to) {
      code.findAttribute(Attributes.stackMapTable()).ifPresent(to::with);
    }
  }

  private static BootstrapMethodEntry withoutExitCalls(
      BootstrapMethodEntry bootstrap, ConstantPoolBuilder pool) {
    return pool.bsmEntry(
        bootstrap.bootstrapMethod(),
        bootstrap.arguments().stream().map(each -> withoutExitCalls(each, pool)).toList());
  }

  private static LoadableConstantEntry withoutExitCalls(
      LoadableConstantEntry constant, ConstantPoolBuilder pool) {
    return switch (constant) {
      case MethodHandleEntry handle when isExitCall(handle.reference()) ->
          pool.methodHandleEntry(
              MethodHandleInfo.REF_invokeStatic, replacementFor(handle.reference(), pool));
      case ConstantDynamicEntry dynamic ->
          pool.constantDynamicEntry(
              withoutExitCalls(dynamic.bootstrap(), pool), dynamic.nameAndType());
      default -> constant;
    };
  }

  private static MethodRefEntry replacementFor(MemberRefEntry method, ConstantPoolBuilder pool) {
    boolean isSystem = method.owner().name().equalsString(SYSTEM);
    return pool.methodRefEntry(
        REFUSED, method.name().stringValue(), isSystem ? OF_SYSTEM : OF_RUNTIME);
  }

  private static boolean isExitCall(PoolEntry entry) {
    return entry instanceof MethodRefEntry method
        && method.type().equalsString("(I)V")
        && (isMethod(method, SYSTEM, "exit")
            || isMethod(method, RUNTIME, "exit")
            || isMethod(method, RUNTIME, "halt"));
  }

  private static boolean isMethod(MethodRefEntry method, String owner, String name) {
    return method.name().equalsString(name) && method.owner().name().equalsString(owner);
  }
}
