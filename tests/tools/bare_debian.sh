#!/usr/bin/env bash
# Installs the packages on a bare Debian 12 or Ubuntu 24.04 and uses all that is in them; nothing is built there but
# programs that use the library. As root, with debootstrap: `tests/tools/bare_debian.sh build/package [SUITE [ROOT]]`.
# SUITE is bookworm or noble; for noble KEYRING names Ubuntu's keyring, usr/share/keyrings/ubuntu-archive-keyring.gpg of
# its package ubuntu-keyring (dpkg-deb -x). ROOT is the bare system, made where it is not there
# and kept; without one it is made anew and removed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(realpath "$1")
suite=${2:-bookworm}
root=${3:-$(mktemp -d)}
[[ $# -gt 2 ]] || trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
command -v debootstrap >/dev/null || { echo "apt-get install debootstrap" >&2; exit 2; }

if [[ $suite == noble && ! -r ${KEYRING:-} ]]; then
  echo "KEYRING is '${KEYRING:-}'; expected the file ubuntu-archive-keyring.gpg of Ubuntu's package ubuntu-keyring" >&2
  exit 2
fi

# Debian 12 has no script of its own for noble: all of Ubuntu's are the same.
case $suite in
  bookworm) words=(bookworm "$root") ;;
  noble) words=(--keyring="${KEYRING:-}" --components=main,universe noble "$root" http://archive.ubuntu.com/ubuntu gutsy) ;;
esac
[[ -e $root/etc/debian_version ]] || debootstrap --variant=minbase "${words[@]}" >/dev/null
cp /etc/resolv.conf "$root/etc/resolv.conf"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 "$@"; }
say() { printf 'ok  %s\n' "$*"; }

mkdir -p "$root/tmp/debs"
cp "$folder"/*.deb "$root/tmp/debs"
inside apt-get -qq update >/dev/null
start=$(date +%s%N)
inside sh -c 'apt-get -qq install -y --no-install-recommends /tmp/debs/stridescope_*.deb' >/dev/null
inside stridescope render '(4,8):(8,1)' --format svg >"$root/tmp/first.svg"
say "installed on $(. "$root/etc/os-release"; echo "$PRETTY_NAME"); the first picture after $((($(date +%s%N) - start) / 1000000)) ms"
inside sh -c 'apt-get -qq install -y --no-install-recommends /tmp/debs/stridescope-desktop_*.deb /tmp/debs/libstridescope0_*.deb' >/dev/null
inside ldconfig -p >"$root/tmp/libraries.txt"
grep -q 'libstridescope.so.0' "$root/tmp/libraries.txt"
say "the window and the library are installed, with what they depend on"

[[ $(inside stridescope mcp <<<'{"jsonrpc":"2.0","id":1,"method":"ping"}') == '{"jsonrpc":"2.0","id":1,"result":{}}' ]]
say "the server for agents answers"

[[ $(inside stridescope eval --ints teaching '(4,8):(8,1) o 4:1') == '4:8' ]]
inside stridescope render '(4,8):(8,1)' --format svg | grep -q '<svg'
say "stridescope answers and draws"

{ inside stridescope eval --lang zh 'size(1, 2)' 2>&1 || true; } | grep -q '参数'
say "it speaks 中文"

[[ $(inside stridescope-runner --help | head -c 1) ]]
inside stridescope run --device reference 'K = copy_kernel((32,8):(8,1), (32,8):(1,32), (32,8):(1,32))' >"$root/tmp/run.txt"
say "the runner runs a kernel on the reference device"

chroot "$root" stridescope-runner serve --port 18431 >"$root/tmp/serve.txt" 2>&1 &
server=$!
for _ in $(seq 50); do curl -fs http://127.0.0.1:18431/ >"$root/tmp/page.html" && break; sleep 0.1; done
wasm=$(grep -o 'assets/stridescope-[^"]*\.wasm' "$root/tmp/page.html" | head -1)
curl -fs "http://127.0.0.1:18431/$wasm" >"$root/tmp/page.wasm"
[[ $(head -c 4 "$root/tmp/page.wasm" | tail -c 3) == asm ]]
kill "$server"
say "the runner serves the page, without anything having been built"

if [[ -e $root/usr/bin/stridescope-desktop ]]; then
  inside stridescope-desktop --program 'A = (4,8):(8,1)' --screenshot /tmp/window.png >/dev/null
  [[ $(head -c 4 "$root/tmp/window.png" | tail -c 3) == PNG ]]
  say "the window draws"
fi

inside sh -c 'apt-get -qq install -y --no-install-recommends g++ cmake make pkg-config /tmp/debs/libstridescope-dev_*.deb' >/dev/null
rm -rf "$root/tmp/consumer"
cp -r "$here/tests/library/consumer" "$root/tmp/consumer"
inside cmake -S /tmp/consumer -B /tmp/consumer/build >/dev/null
inside cmake --build /tmp/consumer/build >/dev/null
inside /tmp/consumer/build/consumer_cpp >"$root/tmp/cpp.txt"
[[ $(head -1 "$root/tmp/cpp.txt") == 'A = (4,8):(8,1)' ]]
inside /tmp/consumer/build/consumer_c >"$root/tmp/c.txt"
[[ $(head -1 "$root/tmp/c.txt") =~ ^[0-9.]+$ ]]
say "a C++ and a C program of another build find the library, and run"

inside sh -c 'cc /tmp/consumer/consumer.c -o /tmp/use $(pkg-config --cflags --libs stridescope) && /tmp/use' >"$root/tmp/use.txt"
cmp "$root/tmp/use.txt" "$root/tmp/c.txt"
say "and a C program by pkg-config"
