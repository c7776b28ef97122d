#!/bin/sh
# In the place of `stridescope` for tests of who has programs traced: called as `trace -o FILE [OPTION]... [--] COMMAND`,
# it does what the COMMAND says. `copy NAME` is a program whose trace is that of tests/traces; `like FILE` one whose trace
# is called in FILE; `fails` one without a GPU; `waits` one that comes to no end.
traces=$(dirname "$0")/../traces
out=
while [ $# -gt 0 ]; do
  case $1 in
    trace) ;;
    -o) out=$2; shift ;;
    --kernel | --launch | --blocks) echo "$1 $2"; shift ;;
    --) ;;
    *) break ;;
  esac
  shift
done
echo "in $(pwd), $STRIDESCOPE_LANG: $*"
case $1 in
  copy) cp "$traces/$2" "$out" ;;
  like | *.cu) cp "$traces/$(tail -n 1 "${2:-$1}")" "$out" ;;
  fails)
    echo "error[unsupported]: the Compute Sanitizer API could not be used: libsanitizer-public.so is not there" >&2
    exit 1 ;;
  waits)
    sleep 600 &
    echo "child $!"
    wait ;;
esac
