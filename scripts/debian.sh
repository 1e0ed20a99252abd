# Sourced by scripts that run commands in a Debian 12 of their own; it needs root, debootstrap and the network.
#
#   debian_make FOLDER PACKAGES      Debian's required packages and PACKAGES (with commas), with this machine's certificates
#   debian_run FOLDER PLACE LINE     a shell's line, begun in PLACE; processes that it leaves running end with it
#
# shellcheck shell=bash

debian_make() {
  local root=$1 packages=$2 mirror mounted
  [ "$(id -u)" = 0 ] || { echo "only root makes a Debian with debootstrap and chroot" >&2; return 2; }
  command -v debootstrap >/dev/null || { echo "debootstrap is missing; scripts/setup buildah installs it" >&2; return 2; }
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
  [ -n "$mirror" ] || { echo "apt names no mirror" >&2; return 2; }
  mkdir -p "$root"
  debootstrap --variant=minbase --include="$packages" bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -5 "$root.log" >&2; echo "debootstrap failed; $root.log has its output" >&2; return 2; }
  rm "$root.log"
  # Where it could mount them, it leaves these behind.
  for mounted in proc sys; do umount "$root/$mounted" 2>/dev/null || true; done
  cp /etc/resolv.conf "$root/etc/"
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  printf 'deb %s bookworm main\ndeb %s bookworm-updates main\ndeb %s bookworm-security main\n' \
    "${mirror%/}" "${mirror%/}" "${mirror%/}-security" >"$root/etc/apt/sources.list"
}

debian_run() {
  local variable settings=()
  # Proxies, certificates and pip's index are this machine's.
  while IFS= read -r variable; do settings+=("$variable"); done \
    < <(env | grep -iE '^(https?_proxy|no_proxy|PIP_[A-Z_]+|CARGO_HTTP_[A-Z_]+|(SSL|CURL|REQUESTS)_[A-Z_]*(CERT|CA)[A-Z_]*)=' || true)
  # shellcheck disable=SC2016  # the inner shell expands it
  unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/dev/shm" || exit
    root=$0; line=$1; shift
    exec chroot "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/srv LC_ALL=C.UTF-8 "$@" sh -ec "$line"
  ' "$1" "cd $2; $3" "${settings[@]}"
}
