# The image of kiln: docker build -t kiln.dev/kiln .   (podman and buildah take the same words)
# docs/image.md says how to run it, to build it without a network, and to put functions of one's own into it.

# A JDK 25 and Maven 3.8 or later; strip, if it is there, makes the image smaller.
ARG BUILD_IMAGE=docker.io/library/maven:3-eclipse-temurin-25
# A C library, and nothing else that is needed.
ARG BASE_IMAGE=gcr.io/distroless/base-nossl-debian13

FROM ${BUILD_IMAGE} AS build
ARG MAVEN_FLAGS=
WORKDIR /build
COPY . .
RUN mvn -B -q ${MAVEN_FLAGS} -Dquick -Dmaven.test.skip=true -DskipArchive -Dbuild.folder=target \
    -pl cli -am package \
 && mv cli/target/distribution/kiln-* /distribution

# --build-context distribution=DIR puts one that is built already in this place.
FROM scratch AS distribution
COPY --from=build /distribution /

# The JVM starts soonest with a cache that was made where the jars lie.
FROM ${BASE_IMAGE} AS trained
COPY --from=distribution /runtime /opt/kiln/runtime
COPY --from=distribution /lib/*.jar /lib/files /lib/image-train.args /opt/kiln/lib/
COPY functions/src/test/cases /cases
# The base has no mkdir. The folder is copied below: podman loses one that only WORKDIR makes in the last stage.
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
# For jars with functions; an image made from this one puts them here.
COPY --from=trained /functions /functions
WORKDIR /
ENV KRM_FUNCTION_FUNCTIONS_DIR=/functions
# nobody
USER 65534:65534
# There is no shell: what follows are the arguments of kiln serve, or another command.
ENTRYPOINT ["/opt/kiln/runtime/bin/java", "@/opt/kiln/lib/image.args"]
HEALTHCHECK --interval=30s --timeout=10s --start-period=10s \
  CMD ["/opt/kiln/runtime/bin/java", "-XX:TieredStopAtLevel=1", "@/opt/kiln/lib/image.args", "health"]
