package dev.kiln.net;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * How Netty is used: without what it would look for at each start, or watch all the time, unless it
 * is asked to. It reads this once, so it must be told before anything of Netty is touched.
 */
public final class NettyDefaults {
  static {
    usually("io.netty.jfr.enabled", "false");
    usually("io.grpc.netty.useCustomAllocator", "false"); // one allocator for all
    usually("io.netty.machineId", "00:00:00:00:00:00"); // a part of names that we show nobody
    usually("io.netty.processId", "1");
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
  }

  private NettyDefaults() {}

  /** Tells it, the first time. */
  public static void set() {}

  /** Sets a property, unless it is set. */
  public static void usually(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
