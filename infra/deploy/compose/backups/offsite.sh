#!/bin/sh
# The container `offsite` of docker-compose.yml: copies each new backup, and the ledger of erasures, off the machine, and says so to node
# exporter. BACKUP_TARGET is a directory of a remote of rclone, such as offsite:/srv/jaanch-backups; /config/rclone.conf declares the remote.
#
#   offsite.sh           runs until it is ended, and looks for a new backup every five minutes
#   offsite.sh once      copies what is new, and ends
set -eu
backups=${BACKUPS:-/backups} ledger=${LEDGER:-/erasures} metrics=${METRICS:-/textfile} config=${CONFIG:-/config/rclone.conf}
keep=${KEEP:-14}
fail() { echo "$1" >&2; exit 1; }
[ -n "${BACKUP_TARGET:-}" ] || fail 'BACKUP_TARGET is not set: where backups are copied to, such as offsite:/srv/jaanch-backups.'
[ -s "$config" ] || fail 'OFFSITE must be a directory with rclone.conf, which the user 1000 can read.'
# a copy: rclone notes in it what the remote can do
own=$(mktemp)
remote() { rclone --config "$own" --cache-dir /tmp/rclone --retries 1 "$@"; }

copy() {
  cp "$config" "$own"
  # entries of the ledger are never changed or deleted
  remote copy "$ledger" "$BACKUP_TARGET/erasures"
  newest=$(cd "$backups" && ls -d ????-??-??T????/manifest.json 2>/dev/null | tail -n 1)
  newest=${newest%/manifest.json}
  [ -n "$newest" ] || { echo 'There is no backup yet.'; return 0; }
  [ "$newest" != "$(cat "$metrics/.offsite-newest" 2>/dev/null)" ] || return 0
  # 2 is encrypted with age
  grep -Eq '"format": ?2' "$backups/$newest/manifest.json" ||
    { echo "The backup $newest is not encrypted and stays here: set BACKUP_RECIPIENT." >&2; return 1; }
  # one without a manifest is no backup
  remote copy --exclude manifest.json "$backups/$newest" "$BACKUP_TARGET/$newest"
  remote copy "$backups/$newest" "$BACKUP_TARGET/$newest"
  # read again there, and compared
  remote check --download --one-way "$backups/$newest" "$BACKUP_TARGET/$newest"
  there=$(remote lsf --dirs-only "$BACKUP_TARGET" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{4}/$' | sort)
  old=$(echo "$there" | head -n "-$keep")
  for name in $old; do remote purge "$BACKUP_TARGET/$name"; done
  cat >"$metrics/.jaanch-backups" <<END
# HELP jaanch_backup_last_success_timestamp_seconds When the last backup off the machine was complete
# TYPE jaanch_backup_last_success_timestamp_seconds gauge
jaanch_backup_last_success_timestamp_seconds $(stat -c %Y "$backups/$newest/manifest.json")
# HELP jaanch_backup_bytes What a restore of it reads from the repository
# TYPE jaanch_backup_bytes gauge
jaanch_backup_bytes $(($(du -sk "$backups/$newest" | cut -f 1) * 1024))
END
  mv "$metrics/.jaanch-backups" "$metrics/jaanch-backups.prom"
  echo "$newest" >"$metrics/.offsite-newest"
  echo "$newest is at $BACKUP_TARGET."
}

if [ "${1:-}" = once ]; then
  trap 'rm -f "$own"' EXIT
  copy
  exit
fi
trap 'exit 0' TERM INT
while :; do
  # a shell of its own: within a condition, `set -e` would not end it
  sh "$0" once || echo 'Tried again in five minutes.' >&2
  sleep 300 &
  wait $!
done
