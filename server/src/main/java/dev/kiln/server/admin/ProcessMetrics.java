package dev.kiln.server.admin;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;

/** Metrics of the process (memory, threads, processor, files) and of the build. */
final class ProcessMetrics implements AutoCloseable {
  private final JvmGcMetrics collector = new JvmGcMetrics();

  ProcessMetrics(MeterRegistry registry) {
    registry.config().meterFilter(new PrometheusNames());
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
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      FunctionCounter.builder("process.cpu", system, own -> own.getProcessCpuTime() / 1e9)
          .description("The processor time of the process.")
          .baseUnit("seconds")
          .register(registry);
    }
    Gauge.builder("krm.build.info", () -> 1)
        .description("Always 1; its labels say which build runs on which Java.")
        .tag("version", version())
        .tag("java", Runtime.version().toString())
        .register(registry);
  }

  /** Mends two names that break the rules of Prometheus, which its own check reports. */
  private static final class PrometheusNames implements MeterFilter {
    @Override
    public MeterFilterReply accept(Meter.Id id) {
      return id.getName().equals("process.cpu.time") // in nanoseconds
          ? MeterFilterReply.DENY
          : MeterFilterReply.NEUTRAL;
    }

    @Override
    public Meter.Id map(Meter.Id id) {
      return id.getName().equals("system.cpu.count") ? id.withName("system.cpus") : id;
    }
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
