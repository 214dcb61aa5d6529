#!/usr/bin/env bash
# Backups off this machine with pgBackRest, by /etc/jaanch/backup.conf; docs/server.md, section 9. As root, which becomes postgres:
#   offsite.sh set-up    begins to archive, and makes the first backup
#   offsite.sh backup    by jaanch-offsite.timer: full once a week, else what has changed; secrets and ledger with it
#   offsite.sh ledger    by jaanch-ledger.path: copies the ledger of erasures
#   offsite.sh publish   gives the metrics to node_exporter
# and, called by install.sh --restore-from on a new machine:
#   offsite.sh unpack <secrets> <identity>
#   offsite.sh restore [<time>]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# of the release; nobody else needs it
node=$here/../../../bin/node
config=/etc/jaanch/backup
state=/var/lib/jaanch/offsite
ledger=/var/lib/jaanch/erasures
# a new machine has it when its secrets are unpacked
if [ -e /etc/jaanch/backup.conf ]; then . /etc/jaanch/backup.conf; fi
REPOSITORY=${REPOSITORY:-}
log() { echo "$(date +%T) $*"; }
as_postgres() { runuser -u postgres -- "$@"; }
backrest() { as_postgres pgbackrest --config=$config/pgbackrest.conf "$@"; }
has_repository() { [ -n "$REPOSITORY" ] || [ -s $config/repository.conf ]; }

# user, host, port and path of an SFTP repository; nothing for others
repository() { sed -nE "s|^sftp://([^@/]+)@([^:/]+)(:([0-9]+))?(/.+)\$|\\$1|p" <<< "$REPOSITORY"; }
user=$(repository 1) host=$(repository 2) port=$(repository 4) path=$(repository 5)
port=${port:-22}
# Copies files into the directory of the repository, each under another name first: upload <file> …
upload() {
  [ -n "$path" ] || { log "Copy these files yourself, the repository is not SFTP: $*"; return; }
  local file
  for file in "$@"; do
    printf 'put "%s" "%s/.%s.new"\nrename "%s/.%s.new" "%s/%s"\n' "$file" "$path" "${file##*/}" "$path" "${file##*/}" "$path" "${file##*/}"
  done | connect
}
# Gives standard input to SFTP.
connect() {
  as_postgres sftp -q -b - -P "$port" -i $config/ssh-key -o UserKnownHostsFile=$config/known_hosts -o StrictHostKeyChecking=yes \
    -o ConnectTimeout=20 "$user@$host" > /dev/null
}

write_config() {
  install -d -m 750 -g postgres $config
  local passphrase=/etc/jaanch/secrets/backup-passphrase lines=$config/repository.conf new
  [ -s $passphrase ] || (umask 077; openssl rand -hex 32 > $passphrase)
  new=$(mktemp)
  if [ ! -s $lines ]; then
    [ -n "$path" ] || { echo "REPOSITORY in /etc/jaanch/backup.conf is not sftp://user@host/path: $REPOSITORY" >&2; exit 1; }
    if [ ! -s $config/ssh-key ]; then ssh-keygen -q -t ed25519 -N '' -C "jaanch@$(hostname)" -f $config/ssh-key; fi
    chgrp postgres $config/ssh-key && chmod 640 $config/ssh-key
    if ! ssh-keygen -F "$([ "$port" = 22 ] && echo "$host" || echo "[$host]:$port")" -f $config/known_hosts > /dev/null 2>&1; then
      ssh-keyscan -p "$port" -T 20 "$host" > $config/known_hosts 2> /dev/null || { rm $config/known_hosts; echo "$host does not answer." >&2; exit 1; }
      log "From now on $host has one of these keys; compare them:"
      ssh-keygen -lf $config/known_hosts
    fi
    lines=$new
    cat > "$lines" << END
repo1-type=sftp
repo1-path=$path
repo1-sftp-host=$host
repo1-sftp-host-port=$port
repo1-sftp-host-user=$user
repo1-sftp-private-key-file=$config/ssh-key
repo1-sftp-known-host=$config/known_hosts
repo1-sftp-host-key-hash-type=sha256
END
  fi
  (umask 077; sed -e "/@REPOSITORY@/{r $lines" -e 'd}' -e "s/@PASSPHRASE@/$(cat $passphrase)/; s/@KEEP_FULL@/$KEEP_FULL/" \
    "$here/pgbackrest.conf" > $config/.pgbackrest.conf)
  rm "$new"
  chgrp postgres $config/.pgbackrest.conf && chmod 640 $config/.pgbackrest.conf
  mv $config/.pgbackrest.conf $config/pgbackrest.conf
}

# Lets PostgreSQL archive, a segment a minute at least, from its next reload or start on.
archive() {
  sed "s|^archive_command = .*|archive_command = 'pgbackrest --config=$config/pgbackrest.conf --stanza=jaanch archive-push %p'|; s|^archive_timeout = .*|archive_timeout = 60|" \
    "$here/archive.conf" > /etc/postgresql/18/main/conf.d/jaanch-archive.conf
}

# There was a repository, and there is none any more.
stop_archiving() {
  systemctl disable --quiet --now jaanch-offsite.timer jaanch-rehearsal.timer jaanch-ledger.path
  install -m 644 "$here/archive.conf" /etc/postgresql/18/main/conf.d/jaanch-archive.conf
  as_postgres psql -qXtAc 'select pg_reload_conf()' > /dev/null
  rm $config/pgbackrest.conf
}

set_up() {
  if ! has_repository; then
    log 'No repository off this machine is named in /etc/jaanch/backup.conf: backups stay here.'
    if [ -e $config/pgbackrest.conf ]; then stop_archiving; fi
    exit
  fi
  for program in pgbackrest age sftp; do
    command -v $program > /dev/null || { echo "$program is missing: apt-get install -y pgbackrest age openssh-client" >&2; exit 1; }
  done
  age -r "$RECIPIENT" -o /dev/null < /dev/null || { echo 'RECIPIENT in /etc/jaanch/backup.conf must be a public key of age.' >&2; exit 1; }
  install -d -m 700 -o postgres -g postgres $state
  write_config
  if ! backrest repo-ls > /dev/null; then
    echo "The repository cannot be used. If $host has other keys than $config/known_hosts, delete that file. If it does not know the key of this server yet, it belongs in ~$user/.ssh/authorized_keys:" >&2
    cat $config/ssh-key.pub >&2 || true
    exit 1
  fi
  if [ "$(as_postgres psql -qXtAc 'show archive_mode')" != on ]; then
    log 'PostgreSQL archives from its next restart on: systemctl restart postgresql, then offsite.sh set-up again.'
    exit
  fi
  backrest --stanza=jaanch stanza-create
  archive
  as_postgres psql -qXtAc 'select pg_reload_conf()' > /dev/null
  backrest --stanza=jaanch check
  systemctl enable --quiet --now jaanch-offsite.timer jaanch-rehearsal.timer jaanch-ledger.path
  if [ -e $state/needs-backup ] || [ "$(ask all.length)" = 0 ]; then
    log 'The first backup'
    systemctl start jaanch-offsite.service
  fi
  log "Backups go to ${REPOSITORY:-the repository of $config/repository.conf}; the secrets, encrypted: $state/jaanch-secrets.tar.age"
}

secrets() {
  # without what anybody has: certificates of Let's Encrypt are links
  tar -c -C / --dereference etc/jaanch | (umask 077; age -r "$RECIPIENT" -o $state/.secrets)
  chown postgres: $state/.secrets
  mv $state/.secrets $state/jaanch-secrets.tar.age
}

# Names are all that the files of the ledger consist of.
copy_ledger() {
  # until there is no entry that came meanwhile, of which systemd does not tell
  until
    ls -1 $ledger > $state/jaanch-erasures.txt
    chown postgres: $state/jaanch-erasures.txt
    upload $state/jaanch-erasures.txt
    [ "$(ls -1 $ledger)" = "$(cat $state/jaanch-erasures.txt)" ]
  do :; done
}

# of the backups, newest last: ask <expression>
ask() {
  backrest --stanza=jaanch info --output=json |
    "$node" -e "const all = JSON.parse(fs.readFileSync(0, 'utf8'))[0].backup.filter((each) => !each.error); console.log($1)"
}

backup() {
  local kind=incr
  secrets
  # a timer is late sometimes, so not exactly seven days
  [ "$(ask "all.some(({ type, timestamp }) => type === 'full' && timestamp.stop > Date.now() / 1_000 - 6.5 * 86_400)")" = true ] || kind=full
  # after a restore of an earlier moment, the backups from after it are of a history that has ended
  [ ! -e $state/needs-backup ] || kind=full
  backrest --stanza=jaanch --type=$kind backup
  rm -f $state/needs-backup
  upload $state/jaanch-secrets.tar.age
  copy_ledger
  local stop bytes
  read -r stop bytes < <(ask 'all.at(-1).timestamp.stop, all.at(-1).info.repository.size ?? all.at(-1).info.repository.delta')
  cat > $state/.backup.prom << END
# HELP jaanch_backup_last_success_timestamp_seconds When the last backup off the machine was complete
# TYPE jaanch_backup_last_success_timestamp_seconds gauge
jaanch_backup_last_success_timestamp_seconds $stop
# HELP jaanch_backup_bytes What a restore of it reads from the repository
# TYPE jaanch_backup_bytes gauge
jaanch_backup_bytes $bytes
END
  mv $state/.backup.prom $state/backup.prom
  publish
  as_postgres psql -qX -d jaanch -v ON_ERROR_STOP=1 -c "insert into settings values ('offsite-backup', jsonb_build_object('finishedAt', to_timestamp($stop), 'bytes', $bytes))
    on conflict (key) do update set value = excluded.value"
  log "A backup ($kind) is in the repository, $bytes bytes"
}

publish() {
  [ -d "$METRICS" ] || return 0
  cat $state/*.prom > "$METRICS/.jaanch-backups"
  chmod 644 "$METRICS/.jaanch-backups"
  mv "$METRICS/.jaanch-backups" "$METRICS/jaanch-backups.prom"
}

unpack() {
  [ ! -e /etc/jaanch/jaanch.env ] || [ -e $state/restore ] || { echo 'This machine has a Jaanch already: /etc/jaanch/jaanch.env' >&2; exit 1; }
  local unpacked
  unpacked=$(mktemp -d)
  # whole, or not at all
  age -d -i "$2" "$1" | tar -x -C "$unpacked"
  install -d -m 700 -o postgres -g postgres $state
  [ -e $state/restore ] || echo unpacked > $state/restore
  cp -a "$unpacked/etc/jaanch" /etc/
  rm -r "$unpacked"
}

# Fills the cluster of a machine that has no database of Jaanch yet. $state/restore says how far it is, until install.sh has declared it.
restore() {
  [ "$(cat $state/restore 2> /dev/null)" != done ] || return 0
  [ "$(cat $state/restore 2> /dev/null)" = begun ] || [ -z "$(as_postgres psql -qXtAc "select 1 from pg_database where datname = 'jaanch'")" ] ||
    { echo 'This machine has a database jaanch already: a restore would overwrite it.' >&2; exit 1; }
  local target=()
  [ -z "${1:-}" ] || target=(--type=time "--target=$1" --target-action=promote)
  install -d -m 700 -o postgres -g postgres $state
  echo begun > $state/restore
  write_config
  archive
  log 'The ledger of erasures'
  if [ -n "$path" ]; then echo "get \"$path/jaanch-erasures.txt\" $state/jaanch-erasures.txt" | connect; fi
  [ -e $state/jaanch-erasures.txt ] || { echo "Copy jaanch-erasures.txt, which is not in the repository, to $state, and repeat this." >&2; exit 1; }
  local name
  while read -r name; do
    [[ $name =~ ^[0-9]+-[a-z-]+-[0-9a-f-]+$ ]] || { echo "That is no entry of a ledger: $name" >&2; exit 1; }
    install -m 660 -o jaanch_service -g jaanch /dev/null "$ledger/$name"
  done < $state/jaanch-erasures.txt
  log 'The database'
  systemctl stop postgresql@18-main
  backrest --stanza=jaanch --delta "${target[@]}" restore
  systemctl start postgresql@18-main
  until [ "$(as_postgres psql -qXtAc 'select pg_is_in_recovery()' 2> /dev/null)" = f ]; do
    systemctl is-active --quiet postgresql@18-main || { tail -n 20 /var/log/postgresql/postgresql-18-main.log >&2; exit 1; }
    sleep 1
  done
  echo done > $state/restore
  log "The database is restored; its last event: $(as_postgres psql -qXtA -d jaanch -c 'select at from log.events order by position desc limit 1')"
}

case ${1:-} in
  set-up) set_up ;;
  backup) backup ;;
  ledger) copy_ledger ;;
  publish) publish ;;
  unpack) unpack "$2" "$3" ;;
  restore) restore "${2:-}" ;;
  *) sed -n '2,9s/^# //p' "$0" >&2; exit 2 ;;
esac
