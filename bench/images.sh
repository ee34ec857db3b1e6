# Sourced by the other scripts: builds images from scratch. It needs top, work (a folder), name and fail.
# shellcheck shell=sh disable=SC2154

if [ -z "${CONTAINERS_CONF-}" ]; then # low limits, which also work if the engine runs in a container
  echo '[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]' >"$work/containers.conf"
  ! command -v runc >/dev/null || printf '[engine]\nruntime = "runc"\n' >>"$work/containers.conf"
  export CONTAINERS_CONF="$work/containers.conf"
fi

build() { # NAME FOLDER [FLAG...]
  image=$1 folder=$2
  shift 2
  buildah bud --quiet --isolation=chroot --format=docker --pull=false "$@" --tag "$name-$image" "$folder" \
    >/dev/null || fail "no image is built here"
}

build_kiln() { # DISTRIBUTION: builds the images kiln and base; base has this machine's C library and a user nobody
  mkdir -p "$work/base/root/etc"
  find "$1/runtime" \( -name '*.so' -o -name java \) \
    -exec "$top/cli/src/test/sh/copy-libraries" "$work/base/root" "$1" {} +
  echo 'nobody:x:65534:65534:nobody:/:/none' >"$work/base/root/etc/passwd"
  printf 'FROM scratch\nCOPY root /\n' >"$work/base/Dockerfile"
  build base "$work/base"
  build kiln "$top" --build-arg "BASE_IMAGE=${BASE_IMAGE:-$name-base}" --build-context "distribution=$1"
}
