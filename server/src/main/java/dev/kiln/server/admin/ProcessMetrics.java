package dev.kiln.server.admin;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.List;
import java.util.Objects;

/** Metrics of the process (memory, threads, processor, files) and of the build. */
final class ProcessMetrics implements AutoCloseable {
  private final JvmGcMetrics collector = new JvmGcMetrics();

  ProcessMetrics(MeterRegistry registry) {
    List<MeterBinder> binders =
        List.of(
            collector,
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ClassLoaderMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics());
    binders.forEach(binder -> binder.bindTo(registry));
    Gauge.builder("krm.build.info", () -> 1)
        .description("Always 1; its labels say which build runs on which Java.")
        .tag("version", version())
        .tag("java", Runtime.version().toString())
        .register(registry);
  }

  private static String version() {
    String known = ProcessMetrics.class.getPackage().getImplementationVersion();
    return Objects.requireNonNullElse(known, "unknown");
  }

  /** No longer listens to the garbage collector. */
  @Override
  public void close() {
    collector.close();
  }
}
