#!/usr/bin/env bash
# Installs the package on a bare Debian 12 and uses all that is in it; nothing is built there but programs that use the
# library. As root, with debootstrap: `tests/tools/bare_debian.sh build/package/stridescope_*.deb [ROOT]`. ROOT is the bare
# system, made where it is not there and kept; without one it is made anew and removed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
deb=$(realpath "$1")
root=${2:-$(mktemp -d)}
[[ $# -gt 1 ]] || trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
command -v debootstrap >/dev/null || { echo "apt-get install debootstrap" >&2; exit 2; }

[[ -e $root/etc/debian_version ]] || debootstrap --variant=minbase bookworm "$root" >/dev/null
cp /etc/resolv.conf "$root/etc/resolv.conf"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 "$@"; }
say() { printf 'ok  %s\n' "$*"; }

cp "$deb" "$root/tmp/stridescope.deb"
inside apt-get -qq update >/dev/null
inside apt-get -qq install -y --no-install-recommends /tmp/stridescope.deb >/dev/null
say "installed on Debian $(cat "$root/etc/debian_version"), with what it depends on"

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

inside apt-get -qq install -y --no-install-recommends g++ cmake make libexpected-dev zlib1g-dev >/dev/null
rm -rf "$root/tmp/consumer"
cp -r "$here/tests/library/consumer" "$root/tmp/consumer"
inside cmake -S /tmp/consumer -B /tmp/consumer/build >/dev/null
inside cmake --build /tmp/consumer/build >/dev/null
inside /tmp/consumer/build/consumer_cpp >"$root/tmp/cpp.txt"
[[ $(head -1 "$root/tmp/cpp.txt") == 'A = (4,8):(8,1)' ]]
inside /tmp/consumer/build/consumer_c >"$root/tmp/c.txt"
[[ $(head -1 "$root/tmp/c.txt") =~ ^[0-9.]+$ ]]
say "a C++ and a C program of another build find the library, and run"
