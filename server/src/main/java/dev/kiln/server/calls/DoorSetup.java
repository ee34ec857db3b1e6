package dev.kiln.server.calls;

import dev.kiln.net.Binding;
import dev.kiln.runtime.Evaluator;
import dev.kiln.server.callers.Callers;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a door for calls is made of.
 *
 * @param tls null for plain text
 * @param refusals receives what is refused before it is a call
 * @param eventLoops accept connections and serve them
 * @param faults receives unexpected errors
 */
public record DoorSetup(
    Binding binding,
    @Nullable SslContext tls,
    Evaluator evaluator,
    Callers callers,
    CallListener journal,
    RefusalListener refusals,
    ConnectionLimits limits,
    Clients clients,
    EventLoopGroup eventLoops,
    Consumer<Throwable> faults) {}
