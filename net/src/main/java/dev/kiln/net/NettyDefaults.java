package dev.kiln.net;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Settings of Netty that avoid work at start-up and while it runs. A property that is set already
 * wins. Netty reads them once, so this must run before any other class of Netty is used.
 */
public final class NettyDefaults {
  static {
    setIfAbsent("io.netty.jfr.enabled", "false");
    setIfAbsent("io.grpc.netty.useCustomAllocator", "false"); // one allocator for all
    setIfAbsent("io.netty.machineId", "00:00:00:00:00:00"); // a part of names that we show nobody
    setIfAbsent("io.netty.processId", "1");
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
  }

  private NettyDefaults() {}

  /** Applies the settings, once. */
  public static void set() {}

  /** Sets a property, unless it is set. */
  public static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
