#!/bin/sh
# link_map.sh MAP COMMAND...: runs a link that prints its map (-Wl,--print-map), and keeps that.
map=$1
shift
mkdir -p "${map%/*}"
exec "$@" >"$map"
