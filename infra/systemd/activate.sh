#!/usr/bin/env bash
# Makes a release the running one, without an interruption:  activate.sh 0.2.0-1234abcd
# Without a name: restarts the running release in the same way, after a change of the settings for example.
# If a process of the release does not get ready, the release that ran before is made the running one again.
# A rollback to an earlier release, which runs on the newer database:  activate.sh --no-migrations 0.1.0-abcd1234
# The order is that of "Deploying a release" in docs/operations.md.
set -euo pipefail
migrations=yes
if [ "${1:-}" = --no-migrations ]; then migrations=no; shift; fi
name=${1:-$(basename "$(readlink /opt/jaanch/current)")}
release=/opt/jaanch/releases/$name
[ -x "$release/bin/node" ] || { echo "There is no release $name: $(ls /opt/jaanch/releases | tr '\n' ' ')" >&2; exit 1; }

previous=$(basename "$(readlink /opt/jaanch/current || true)")
log() { echo "$(date +%T) $*"; }

make_current() {
  ln -sfn "releases/$1" /opt/jaanch/.next
  mv -T /opt/jaanch/.next /opt/jaanch/current
}
restarted=()
restart() {
  restarted+=("$1")
  systemctl restart "$1"
}
# Waits until a command succeeds: wait_for <seconds> <unit> <command> …
wait_for() {
  local deadline=$((SECONDS + $1)) unit=$2
  shift 2
  until "$@"; do
    # systemd starts again what ends, without a limit
    if [ "$(systemctl show --property NRestarts --value "$unit")" -ge 5 ] || [ "$SECONDS" -ge "$deadline" ]; then
      journalctl -u "$unit" -n 20 --no-pager -o cat >&2
      log "$unit does not get ready: see journalctl -u $unit" >&2
      return 1
    fi
    sleep 0.5
  done
}
is_ready() { curl -fs -o /dev/null --max-time 5 "http://127.0.0.1:$1/api/ready"; }
# /api/ready of this release's API depends on the read tables of its model version
model=$(sed -n 's/^export const modelVersion = //p' "$release/packages/contracts/src/model-version.ts")
has_tables() {
  jaanch-ops status --json 2>/dev/null | "$release/bin/node" -e "
    const { generations } = JSON.parse(fs.readFileSync(0, 'utf8'))
    process.exit(generations.some((each) => each.version === $model && each.state === 'live') ? 0 : 1)" 2>/dev/null
}
restart_api() {
  restart "jaanch-api@$1"
  wait_for 600 "jaanch-api@$1" is_ready "$1"
  # nginx leaves a process that refused a connection out for two seconds
  sleep 3
}
go_back() {
  trap - EXIT
  trap '' INT TERM
  log "Going back to release $previous" >&2
  make_current "$previous"
  local unit
  for unit in "${restarted[@]}"; do
    case $unit in
      jaanch-api@*) restart_api "${unit#*@}" || true ;;
      *) systemctl restart "$unit" || true ;;
    esac
  done
  log "Release $name is not running; release $previous is. The database keeps the migrations of $name." >&2
  exit 1
}

if [ "$migrations" = yes ]; then
  log "Migrations of $name"
  systemctl start "jaanch-migrate@$name" || { journalctl -u "jaanch-migrate@$name" -n 20 --no-pager -o cat >&2; exit 1; }
fi

make_current "$name"
systemctl daemon-reload
# also when somebody interrupts the wait for the read tables
if [ -n "$previous" ] && [ "$previous" != "$name" ]; then
  trap '[ $? = 0 ] || go_back' EXIT
  trap 'exit 130' INT TERM
fi

log 'The second projector, which builds new read tables if the release has any'
restart jaanch-projector@2
wait_for 14400 jaanch-projector@2 has_tables
log 'The workers'
for unit in $(systemctl list-units --plain --no-legend --all 'jaanch-workers@*' | awk '$3 == "active" { print $1 }'); do restart "$unit"; done
for port in 3001 3002; do
  log "The API on port $port"
  restart_api "$port"
done
log 'The first projector'
restart jaanch-projector@1
systemctl start jaanch.target
trap - EXIT
log "Jaanch runs release $name."
