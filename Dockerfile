# The image of kiln: docker build -t kiln.dev/kiln .   (podman and buildah take the same arguments)
# docs/image.md explains how to run it, how to build it without a network, and how to add functions to it.

# An image with JDK 25 and Maven 3.8 or later. If it has strip, the result is smaller.
ARG BUILD_IMAGE=docker.io/library/maven:3-eclipse-temurin-25
# An image with a C library; nothing else is needed.
ARG BASE_IMAGE=gcr.io/distroless/base-nossl-debian13

FROM ${BUILD_IMAGE} AS build
ARG MAVEN_FLAGS=
WORKDIR /build
COPY . .
RUN mvn -B -q ${MAVEN_FLAGS} -Dquick -Dmaven.test.skip=true -DskipArchive -Dbuild.folder=target \
    -pl cli -am package \
 && mv cli/target/distribution/kiln-* /distribution

# --build-context distribution=DIR uses a distribution that is already built.
FROM scratch AS distribution
COPY --from=build /distribution /

# Creates the start-up cache, in the final folder: the jar paths must match those used when the cache was created.
FROM ${BASE_IMAGE} AS trained
COPY --from=distribution /runtime /opt/kiln/runtime
COPY --from=distribution /lib/*.jar /lib/files /lib/image-train.args /opt/kiln/lib/
COPY functions/src/test/cases /cases
# Creates /functions, because the base has no mkdir. The last stage copies it: podman drops a folder that only WORKDIR
# creates there.
WORKDIR /functions
RUN ["/opt/kiln/runtime/bin/java", "@/opt/kiln/lib/image-train.args"]

FROM ${BASE_IMAGE}
ARG VERSION=0.1.0-SNAPSHOT
LABEL org.opencontainers.image.title="kiln" \
      org.opencontainers.image.description="Runs KRM functions: once from stdin to stdout, or as a server" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.vendor="kiln.dev" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=distribution /runtime /opt/kiln/runtime
COPY --from=distribution /LICENSE /NOTICE /opt/kiln/
COPY --from=distribution /lib/*.jar /lib/files /lib/image.args /opt/kiln/lib/
COPY --from=trained /opt/kiln/lib/serve.aot /opt/kiln/lib/
# The folder for jars with functions of derived images.
COPY --from=trained /functions /functions
WORKDIR /
ENV KRM_FUNCTION_FUNCTIONS_DIR=/functions
# The user nobody.
USER 65534:65534
# The image has no shell. Arguments are flags of kiln serve, or another command of kiln.
ENTRYPOINT ["/opt/kiln/runtime/bin/java", "@/opt/kiln/lib/image.args"]
HEALTHCHECK --interval=30s --timeout=10s --start-period=10s \
  CMD ["/opt/kiln/runtime/bin/java", "-XX:TieredStopAtLevel=1", "@/opt/kiln/lib/image.args", "health"]
