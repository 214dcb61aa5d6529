#!/bin/sh
# Starts Prometheus in its container, with a copy of its configuration: DOCS_URL is the beginning of the alerts' links, and the address
# PUBLIC_URL, if there is one, is asked as a browser does. Without BACKUP_TARGET no backup leaves the machine, and no alert asks for one.
#
#   prometheus.sh [<option of Prometheus> …]
set -eu
directory=${DIRECTORY:-/tmp/prometheus}
rm -rf "$directory"
cp -r "${MONITORING:-/etc/jaanch/monitoring}" "$directory"
[ -z "${DOCS_URL:-}" ] || sed -i "s#docs: .*#docs: '$DOCS_URL' }#" "$directory/prometheus.compose.yml"
[ -z "${PUBLIC_URL:-}" ] || echo "- targets: ['${PUBLIC_URL%/}/api/health']" > "$directory/probes.yml"
[ -n "${BACKUP_TARGET:-}" ] || sed -i '/rules\/backups.yml/d' "$directory/prometheus.compose.yml"
exec prometheus --config.file="$directory/prometheus.compose.yml" "$@"
