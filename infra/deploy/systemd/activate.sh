#!/usr/bin/env bash
# Makes a release the running one, without an interruption:  activate.sh 0.3.0-1234abcd
# Without a name: restarts the running release in the same way, after a change of the settings for example.
# A rollback to an earlier release, which runs on the newer database:  activate.sh --no-migrations 0.3.0-abcd1234
# If a process of the release does not get ready, or somebody interrupts this, the release that ran before becomes the running one again.
# The order is that of "Deploying a release" in docs/operations.md.
set -euo pipefail
migrations=yes
if [ "${1:-}" = --no-migrations ]; then migrations=no; shift; fi
releases=/opt/jaanch/releases
name=${1:-$(basename "$(readlink /opt/jaanch/current)")}
release=$releases/$name
[ -x "$release/bin/node" ] || { echo "There is no release $name: $(ls "$releases" | tr '\n' ' ')" >&2; exit 1; }
exec 9> /run/jaanch-activate.lock
flock -n 9 || { echo 'Another activation is running.' >&2; exit 1; }
# the last release whose processes all got ready; current may be one that did not, if this was killed
previous=$(basename "$(readlink /opt/jaanch/good || readlink /opt/jaanch/current || true)")
[ -x "$releases/$previous/bin/node" ] || previous=''
# nobody may read any more
log() { echo "$(date +%T) $*" || true; }

# point <link> <release>
point() {
  ln -sfn "releases/$2" "/opt/jaanch/.$1"
  mv -T "/opt/jaanch/.$1" "/opt/jaanch/$1"
}
# Units are those of the release that runs: install_units <release> [<files>]
install_units() {
  # without quotes: a pattern, which leaves jaanch.env and jaanch-ops out
  install -m 644 "$releases/$1"/infra/deploy/systemd/${2:-jaanch*.[pst]*} /etc/systemd/system/
  install -D -m 644 "$releases/$1/infra/deploy/systemd/common.conf" /etc/systemd/system/jaanch-.service.d/10-common.conf
  install -m 755 "$releases/$1/infra/deploy/systemd/jaanch-ops" /usr/local/bin/jaanch-ops
  systemctl daemon-reload
}
units_of() { systemctl list-units --plain --no-legend --all "$1" | awk '$3 == "active" || $3 == "activating" { print $1 }'; }

is_ready() { curl -fs -o /dev/null --max-time 5 "$1"; }
# Where a process says whether it is ready: the API's answer depends on the read tables of its model version.
readiness_of() {
  local instance=${1#*@}
  instance=${instance%.service}
  case $1 in
    jaanch-api@*) echo "http://127.0.0.1:$instance/api/ready" ;;
    jaanch-workers@*) echo "http://127.0.0.1:1310$instance/ready" ;;
    jaanch-projector@*) echo "http://127.0.0.1:1320$instance/ready" ;;
  esac
}
# Waits until a command succeeds, twice: a process that ends again at once may answer in between. wait_for <seconds> <unit> <command> …
wait_for() {
  local deadline=$((SECONDS + $1)) unit=$2
  shift 2
  # nginx, too, leaves a process that refused a connection out for two seconds
  until "$@" && sleep 3 && "$@"; do
    # systemd starts again what ends, without a limit
    if [ "$(systemctl show --property NRestarts --value "$unit")" -ge 5 ] || [ "$SECONDS" -ge "$deadline" ]; then
      journalctl -u "$unit" -n 20 --no-pager -o cat >&2 || true
      log "$unit does not get ready: see journalctl -u $unit" >&2
      return 1
    fi
    sleep 0.5
  done
}
restarted=()
restart() {
  # in front: the way back is the way reversed, so that of two APIs the one that does not answer comes first
  restarted=("$1" "${restarted[@]}")
  # counts its restarts from 0
  systemctl reset-failed "$1" 2> /dev/null || true
  systemctl restart "$1"
  # a projector is ready when the read tables of its model version are built
  local within=600
  case $1 in jaanch-projector@*) within=14400 ;; esac
  wait_for "$within" "$1" is_ready "$(readiness_of "$1")"
}
model=$(sed -n 's/^export const modelVersion = //p' "$release"/packages/*/src/model-version.ts)
has_tables() {
  timeout 60 jaanch-ops status --json 2> /dev/null | runuser -u jaanch -- "$release/bin/node" -e "
    const { generations } = JSON.parse(fs.readFileSync(0, 'utf8'))
    process.exit(generations.some((each) => each.version === $model && each.state === 'live') ? 0 : 1)" 2> /dev/null
}

go_back() {
  trap - EXIT
  trap '' HUP INT TERM
  log "Going back to release $previous" >&2
  point current "$previous"
  install_units "$previous" || true
  # a rollback from the next release must not choose it
  touch -d @0 "$release"
  local unit failed=''
  # also what ended meanwhile, which systemd started again as the new release
  for unit in "${restarted[@]}" $(units_of 'jaanch-api@*') $(units_of 'jaanch-workers@*') $(units_of 'jaanch-projector@*'); do
    [ "$(readlink "/proc/$(systemctl show --property MainPID --value "$unit")/cwd")" = "$releases/$previous" ] ||
      restart "$unit" || failed=yes
  done
  [ -z "$failed" ] || { log "NOT all processes of release $previous are ready: see systemctl status 'jaanch-*'" >&2; exit 1; }
  log "Release $name is not running; release $previous is." >&2
  if [ "$migrations" = yes ]; then log "The database keeps the migrations of $name." >&2; fi
  exit 1
}

if [ "$migrations" = yes ]; then
  log "Migrations of $name"
  install_units "$name" jaanch-migrate@.service
  systemctl start "jaanch-migrate@$name" || { journalctl -u "jaanch-migrate@$name" -n 20 --no-pager -o cat >&2; exit 1; }
fi

# a closed session, or a pipe that nobody reads any more, is no reason to stop half-way
trap '' PIPE
trap 'exit 130' HUP INT TERM
if [ -n "$previous" ] && [ "$previous" != "$name" ]; then trap '[ $? = 0 ] || go_back' EXIT; fi
point current "$name"
install_units "$name"

log 'The second projector, which builds new read tables if the release has any'
restart jaanch-projector@2
jaanch-ops --help > /dev/null
wait_for 14400 jaanch-projector@2 has_tables
log 'The workers'
for unit in $(units_of 'jaanch-workers@*'); do restart "$unit"; done
for port in 3001 3002; do
  log "The API on port $port"
  restart "jaanch-api@$port"
done
log 'The first projector'
restart jaanch-projector@1
systemctl start jaanch.target
# the first time, the target has started them
for unit in $(units_of 'jaanch-workers@*'); do wait_for 600 "$unit" is_ready "$(readiness_of "$unit")"; done
trap - EXIT
point good "$name"
touch "$release"
log "Jaanch runs release $name."
