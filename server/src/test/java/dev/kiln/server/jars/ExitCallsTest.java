package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.ExitRefused;
import dev.kiln.sdk.FunctionRun;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call that gets through ends the tests, and fails them so. */
class ExitCallsTest {
  private static final String SYSTEM_EXIT =
      "the function called System.exit(3), which would end the host"
          + " (expected: an exception, or a result of severity error)";

  @TempDir Path folder;

  private FunctionRun run(JarBuilder jar) throws IOException {
    jar.in(folder, "a.jar");
    JarFolder.Reading reading = JarRuns.folder(folder).read();
    assertThat(reading.problems()).isEmpty();
    return JarRuns.run(reading.jars().getFirst().functions().getFirst());
  }

  @Test
  void aFunctionThatExitsFailsAsOneThatThrows() throws IOException {
    FunctionRun run = run(JarBuilder.saying("System.exit(3); return 1;"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.thrown()).isInstanceOf(ExitRefused.class).hasMessage(SYSTEM_EXIT);
    assertThat(run.added().getFirst().message())
        .isEqualTo("say failed: dev.kiln.sdk.ExitRefused: " + SYSTEM_EXIT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Runtime.getRuntime().exit(3); return 1;                              | Runtime.exit(3)
          Runtime.getRuntime().halt(3); return 1;                              | Runtime.halt(3)
          IntConsumer exit = System::exit; exit.accept(3); return 1;           | System.exit(3)
          IntConsumer exit = Runtime.getRuntime()::exit; exit.accept(3); return 1; | Runtime.exit(3)
          BiConsumer<Runtime, Integer> halt = Runtime::halt; halt.accept(Runtime.getRuntime(), 3); return 1; | Runtime.halt(3)
          IntConsumer exit = (IntConsumer & java.io.Serializable) System::exit; exit.accept(3); return 1; | System.exit(3)
          Runnable exit = () -> System.exit(3); exit.run(); return 1;          | System.exit(3)
          new Object() { void exit() { System.exit(3); } }.exit(); return 1;   | System.exit(3)
          """)
  void noWayOfWritingItGetsThrough(String body, String call) throws IOException {
    assertThat(run(JarBuilder.saying(body)).thrown())
        .isInstanceOf(ExitRefused.class)
        .hasMessageStartingWith("the function called " + call + ",");
  }

  @Test
  void noConstantThatRefersToItGetsThrough() throws IOException {
    JarBuilder jar =
        JarBuilder.saying(
            """
            try {
              return Class.forName("com.example.Constant").getMethod("call").invoke(null);
            } catch (java.lang.reflect.InvocationTargetException e) {
              throw (Error) e.getCause();
            }
            """);
    assertThat(run(jar.file("com/example/Constant.class", callerOfConstant())).thrown())
        .isInstanceOf(ExitRefused.class)
        .hasMessage(SYSTEM_EXIT);
  }

  /** No compiler of Java writes such a class. */
  private static byte[] callerOfConstant() {
    var takesInt = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    var exit =
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC, ClassDesc.of("java.lang.System"), "exit", takesInt);
    return ClassFile.of()
        .build(
            ClassDesc.of("com.example.Constant"),
            type ->
                type.withFlags(ClassFile.ACC_PUBLIC)
                    .withMethodBody(
                        "call",
                        ConstantDescs.MTD_void,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code ->
                            code.ldc(exit)
                                .iconst_3()
                                .invokevirtual(
                                    ConstantDescs.CD_MethodHandle, "invokeExact", takesInt)
                                .return_()));
  }

  @Test
  void theRestOfTheMethodStaysAsItWas() throws IOException {
    FunctionRun run =
        run(
            JarBuilder.saying(
                """
                    return Busy.work(5, 2L, 0.5) + " " + Busy.work(11, 3L, 0.25);
                  }
                }
                interface Shape { default double area(double of) { return of; } }
                record Circle() implements Shape {}
                record Square(int side) implements Shape {
                  public double area(double of) { return of * side; }
                }
                abstract class Busy {
                  /** Branches whose frames join types that only the jar has. */
                  static String work(int n, long step, double start) {
                    double sum = start;
                    Shape last = null;
                    for (long i = 0; i < n; i += step) {
                      Shape shape = i % 2 == 0 ? new Circle() : new Square((int) i);
                      if (n < 0) System.exit(n);
                      try {
                        switch ((int) i) {
                          case 0, 1 -> sum += shape.area(1);
                          case 1000 -> Runtime.getRuntime().halt(1);
                          default -> sum -= shape.area(2);
                        }
                        String kind = switch (shape) {
                          case Circle c -> "circle";
                          case Square(int side) when side > 3 -> "big" + side;
                          case Square q -> { if (n == 77) System.exit(1); yield "small"; }
                          default -> throw new IllegalStateException();
                        };
                        if (kind.equals("big9")) throw new Exception(kind);
                        last = shape;
                      } catch (Exception e) {
                        sum += 100;
                        continue;
                      } finally {
                        if (n == -1) Runtime.getRuntime().exit(1);
                        sum += 0.125;
                      }
                    }
                    return sum + " " + last;
                """));
    assertThat(run.thrown()).isNull();
    assertThat(run.added().getFirst().message()).isEqualTo("-2.125 Circle[] 75.75 Circle[]");
  }

  @Test
  void aClassWithoutSuchCallsIsDefinedAsItIs() {
    byte[] file =
        JarBuilder.compiled("class Plain { long exit() { return System.nanoTime(); } }", "Plain");
    assertThat(ExitCalls.replaceExitCalls(file)).isSameAs(file);
  }

  @Test
  void aMethodWithoutSuchCallsKeepsItsCode() {
    byte[] file =
        JarBuilder.compiled(
            "class Two { int kept(int n) { while (n > 9) { n /= 2; } return n; }"
                + " void exit() { System.exit(1); } }",
            "Two");
    byte[] refused = ExitCalls.replaceExitCalls(file);
    assertThat(code(refused, "exit")).isNotEqualTo(code(file, "exit"));
    assertThat(code(refused, "kept")).isEqualTo(code(file, "kept"));
  }

  private static byte[] code(byte[] file, String method) {
    return ClassFile.of().parse(file).methods().stream()
        .filter(each -> each.methodName().equalsString(method))
        .map(each -> each.findAttribute(Attributes.code()).orElseThrow().codeArray())
        .findFirst()
        .orElseThrow();
  }
}
