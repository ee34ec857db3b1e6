# Sourced by the other scripts: builds Kiln and the Go peers, and sets java, built and peers.
# shellcheck shell=sh

here=$(cd "$(dirname "$0")" && pwd -P)
top=$(dirname "$here")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiln/bench

fail() {
  echo "bench/$(basename "$0"): $1" >&2
  exit 2
}

command -v go >/dev/null || fail "no go on PATH; install Go 1.26 or later"
command -v mvn >/dev/null || fail "no mvn on PATH; install Maven 3.8 or later"

java=
for home in "${JAVA_HOME:-/nowhere}" /usr/lib/jvm/*; do
  if "$home/bin/java" --version 2>/dev/null | head -n 1 | grep -Eq '^[a-z]+ (2[5-9]|[3-9][0-9])'; then
    java=$home/bin/java
    break
  fi
done
[ -n "$java" ] || fail "no JDK 25 or later; install one or set JAVA_HOME"

peers=$cache/kyaml-$(sed -n 's/^require sigs.k8s.io.* v//p' "$here/kyaml/go.mod")-peers
mkdir -p "$peers"
(cd "$here/kyaml" && go build -trimpath -o "$peers" ./...) || fail "the Go peers do not build"
mvn -q -Dstyle.color=never -f "$top/pom.xml" -pl bench -am package -Dquick -DskipTests -Dbuild.folder=.kiln/bench >&2 ||
  fail "the benchmark does not build"

# shellcheck disable=SC2034 # used by the scripts that source this
built=$here/.kiln/bench
