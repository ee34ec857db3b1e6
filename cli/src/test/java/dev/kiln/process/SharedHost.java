package dev.kiln.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One host for all tests of a class, which may look at it after each of them. */
public final class SharedHost implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private final Start start;
  private final Check check;
  private @Nullable HostProcess host;

  private SharedHost(Start start, Check check) {
    this.start = start;
    this.check = check;
  }

  /** Starts the host, or skips the tests. */
  @FunctionalInterface
  public interface Start {
    HostProcess host() throws Exception;
  }

  /** Throws if something is wrong with the host. */
  @FunctionalInterface
  public interface Check {
    void look(HostProcess host) throws Exception;
  }

  public static SharedHost of(Start start) {
    return new SharedHost(start, _ -> {});
  }

  /** The same, which must be so after each test. */
  public SharedHost always(Check after) {
    return new SharedHost(start, after);
  }

  public HostProcess get() {
    return Objects.requireNonNull(host);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    host = start.host();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    check.look(get());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (host != null) {
      host.close();
    }
  }
}
