#!/usr/bin/env bash
# Makes a release the running one, without an interruption:  activate.sh 0.2.0-1234abcd
# Without a name: restarts the running release in the same way, after a change of the settings for example.
# A rollback to an earlier release, which runs on the newer database:  activate.sh --no-migrations 0.1.0-abcd1234
# The order is that of "Deploying a release" in docs/operations.md.
set -euo pipefail
migrations=yes
if [ "${1:-}" = --no-migrations ]; then migrations=no; shift; fi
name=${1:-$(basename "$(readlink /opt/jaanch/current)")}
release=/opt/jaanch/releases/$name
[ -x "$release/bin/node" ] || { echo "There is no release $name: $(ls /opt/jaanch/releases | tr '\n' ' ')" >&2; exit 1; }

log() { echo "$(date +%T) $*"; }

# Waits until a command succeeds: wait_for <seconds> <what> <command> …
wait_for() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      echo "$what: not within the time. See journalctl -u 'jaanch-*' -n 50" >&2
      exit 1
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

if [ "$migrations" = yes ]; then
  log "Migrations of $name"
  systemctl start "jaanch-migrate@$name" || { journalctl -u "jaanch-migrate@$name" -n 20 --no-pager -o cat >&2; exit 1; }
fi

ln -sfn "releases/$name" /opt/jaanch/.next
mv -T /opt/jaanch/.next /opt/jaanch/current
systemctl daemon-reload

log 'The second projector, which builds new read tables if the release has any'
systemctl restart jaanch-projector@2
wait_for 14400 'The read tables' has_tables
log 'The workers'
systemctl list-units --plain --no-legend --all 'jaanch-workers@*' | awk '$3 == "active" { print $1 }' | xargs -r -n 1 systemctl restart
for port in 3001 3002; do
  log "The API on port $port"
  systemctl restart "jaanch-api@$port"
  wait_for 600 "The API on port $port" is_ready "$port"
  # nginx leaves a process that refused a connection out for two seconds
  sleep 3
done
log 'The first projector'
systemctl restart jaanch-projector@1
systemctl start jaanch.target
log "Jaanch runs release $name."
