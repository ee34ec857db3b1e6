package dev.kiln.server;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.LoadSnapshot;
import dev.kiln.runtime.StuckCallListener;
import dev.kiln.server.admin.Metrics;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.config.FunctionSources;
import dev.kiln.server.logs.HostLog;
import dev.kiln.server.logs.LogCalls;
import dev.kiln.server.logs.LogFormat;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server: its functions, its doors, and its life from start to drain. */
final class Host {
  /** EX_SOFTWARE of sysexits.h: an internal error. */
  private static final int BROKEN = 70;

  /** How often the host checks whether the configuration file changed. */
  private static final int CHECK_SECONDS = 2;

  private final HostSettings settings;
  private final LoadedFunctions functions;
  private final ProgramProcess process;
  private final HostLog log;
  private final Optional<Metrics> metrics; // for an admin address, which shows them
  private final Evaluator evaluator;
  private final StartupChecks checks;
  private final Callers callers;
  private final AtomicBoolean ready = new AtomicBoolean();
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final CompletableFuture<Doors> opened = new CompletableFuture<>();
  private final ScheduledExecutorService reloading =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("reload").factory());

  Host(HostSettings settings, LoadedFunctions held, ProgramProcess process) {
    this.settings = settings;
    this.functions = held;
    this.process = process;
    this.callers = Callers.of(settings.tokenFile());
    this.log = log(settings, process.stderr());
    this.metrics = settings.addresses().admin().map(_ -> new Metrics(log::dropped));
    this.evaluator = new Evaluator(held.registry(), settings.limits(), new StuckCallShutdown());
    this.checks = new StartupChecks(held.registry()::all, new StartupProblems());
  }

  /** Makes the log that the settings describe. */
  static HostLog log(HostSettings settings, OutputStream to) {
    return new HostLog(
        to,
        LogFormat.valueOf(settings.logFormat().toUpperCase(Locale.ROOT)),
        LogCalls.valueOf(settings.logCalls().toUpperCase(Locale.ROOT)));
  }

  /** The listeners for completed calls: the log, and the metrics if there are any. */
  static CallListener journal(HostLog log, Optional<Metrics> metrics) {
    return metrics.isPresent() ? log.and(metrics.get()) : log;
  }

  /**
   * Serves until a signal ends it.
   *
   * @param problems what went wrong with the functions so far
   * @return the exit code
   * @throws CannotStartException if it never could
   */
  int run(List<String> problems) {
    process.attach(this);
    metrics.ifPresent(found -> found.watch(evaluator));
    metrics.ifPresent(functions::watch);
    functions.logOutput(log);
    evaluator.start();
    functions.prepareAll(problems);
    problems.forEach(problem -> log.warn("function", problem));
    WorldWritable.warnings(settings).forEach(warning -> log.warn("writable", warning));
    process.listen(this); // before anybody sees a door
    try (Doors doors = open()) {
      opened.complete(doors);
      watchFiles();
      return drain(doors, serve(doors));
    } finally {
      evaluator.close();
      functions.close();
      metrics.ifPresent(Metrics::close);
      log.close();
    }
  }

  private int serve(Doors doors) {
    doors.setReady(false);
    checks.start();
    try (var _ =
        process.isCold()
            ? WarmUp.begin(settings, doors.tls(), this::isBusy)
            : WarmUp.none(settings)) {
      ready.set(true);
      doors.announce();
      return end.join();
    }
  }

  private boolean isBusy() {
    LoadSnapshot load = evaluator.load();
    return load.running() + load.waiting() + load.queued() > 0;
  }

  private Doors open() {
    CallListener listener = journal(log, metrics);
    return Doors.open(
        new Doors.Setup(
            settings,
            evaluator,
            callers,
            listener,
            metrics,
            log,
            this::notReady,
            this::shutDownBroken));
  }

  private Optional<String> notReady() {
    return evaluator
        .refusalWhileDraining()
        .map(_ -> "draining")
        .or(() -> ready.get() ? checks.firstProblem() : Optional.of("starting"));
  }

  // --- Signals ----------------------------------------------------------------------------------

  HostLog log() {
    return log;
  }

  /**
   * Finishes what is running, and ends.
   *
   * @param signal what asked for it
   */
  void terminate(String signal) {
    log.info("signal", signal + ": finishing what is running");
    end.complete(0);
  }

  /** Reads the functions again, on a thread of its own. */
  void reload() {
    reloading.execute(this::reloadHere);
  }

  private void reloadHere() {
    reloadCallers();
    functions.reload(log);
    opened.thenAccept(Doors::functionsChanged);
  }

  private void watchFiles() {
    if (callers.areKnown()) {
      reloading.scheduleWithFixedDelay(
          this::reloadCallers, CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
    }
    if (settings.declared().flatMap(FunctionSources::path).isPresent()) {
      reloading.scheduleWithFixedDelay(
          this::reloadIfChanged, CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void reloadCallers() {
    callers
        .reloadIfChanged()
        .ifPresent(
            reload -> {
              if (reload.succeeded()) {
                log.info("reloaded", reload.message());
              } else {
                log.warn("callers", reload.message());
              }
            });
  }

  private void reloadIfChanged() {
    if (functions.isChanged()) {
      reloadHere();
    }
  }

  // --- The end ----------------------------------------------------------------------------------

  private int drain(Doors doors, int code) {
    checks.close();
    evaluator.drain();
    try {
      if (doors.drain(settings.drainTimeout())) {
        return code;
      }
      log.warn(
          "cut",
          "calls were cut off that were not done within "
              + settings.drainTimeout().toMillis()
              + " ms (--drain-timeout or KRM_FUNCTION_DRAIN_TIMEOUT allows more)");
      return code == 0 ? 1 : code;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  /** Reports functions that cannot be called yet, and that all can. */
  private final class StartupProblems implements StartupChecks.Listener {
    @Override
    public void problem(String function, String problem) {
      log.warn("function", "not ready, because of function " + function + ": " + problem);
    }

    @Override
    public void allChecked() {
      opened.thenAccept(doors -> doors.setReady(true));
    }
  }

  /** Ends the host when too many functions run on after their calls were cancelled. */
  private final class StuckCallShutdown implements StuckCallListener {
    @Override
    public void callStuck(String function, int all) {
      String name = function.isEmpty() ? "reading a list" : function;
      metrics.ifPresent(found -> found.stuck().callStuck(name, all));
      log.warn("stuck", name + " goes on though its call is over; " + all + " such calls in all");
    }

    @Override
    public void limitExceeded(int all) {
      log.warn(
          "stuck",
          all
              + " calls go on though they are over, and cannot be stopped; the host ends"
              + " (--max-abandoned or KRM_FUNCTION_MAX_ABANDONED allows more)");
      end.complete(BROKEN);
    }
  }

  /** Logs what a thread died of. */
  void uncaught(Thread thread, Throwable e) {
    log.fault("thread " + thread.getName() + " died", e);
    if (Limits.isFatal(e)) {
      shutDownBroken(e);
    }
  }

  private void shutDownBroken(Throwable e) {
    log.warn("broken", "the host ends, because it cannot go on after: " + e);
    end.complete(BROKEN);
  }
}
