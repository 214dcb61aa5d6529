#!/usr/bin/env bash
# Restores the newest backup of the repository into a cluster of its own beside the running one, checks it, compares its read tables with
# its log, measures, and deletes it. By
# jaanch-rehearsal.timer; what one that was killed left is deleted first:  rehearse-restore.sh [clean]
set -euo pipefail
# not User=postgres in the unit: systemd would remove the shared memory of the running server when the unit ends
if [ "$(id -u)" = 0 ]; then exec runuser -u postgres -- "$0" "$@"; fi
cd /
release=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
node=$release/bin/node
directory=/var/lib/jaanch/rehearsal
state=/var/lib/jaanch/offsite
bin=/usr/lib/postgresql/18/bin
# bytes that stay free for the database, as infra/ops/backup/disk-reserve.ts; and for the log that is replayed
reserve=$((2 << 30)) replay=$((2 << 30))
backrest() { pgbackrest --config=/etc/jaanch/backup/pgbackrest.conf --stanza=jaanch "$@"; }

clean() {
  $bin/pg_ctl -D $directory/data -m immediate -w stop > /dev/null 2>&1 || true
  find $directory -mindepth 1 -delete
}
clean
[ "${1:-}" != clean ] || exit 0
trap clean EXIT
trap 'exit 130' HUP INT TERM

began=$(date +%s)
size=$(backrest info --output=json | "$node" -e "console.log(JSON.parse(fs.readFileSync(0, 'utf8'))[0].backup.at(-1)?.info.size ?? 0)")
[ "$size" -gt 0 ] || { echo 'There is no backup in the repository.' >&2; exit 1; }
ask() { psql -qXtA -v ON_ERROR_STOP=1 -d jaanch "$@"; }
# they are built a second time
read_tables=$(ask -c "select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
  join read_generations g on c.relnamespace = to_regnamespace('read_' || g.generation) where c.relkind = 'r' and g.state = 'live'")
needed=$((size + read_tables + replay + reserve))
free=$(df -B1 --output=avail $directory | tail -n 1)
if [ "$free" -lt $needed ]; then
  echo "The disk of $directory has $free bytes free; a rehearsal needs $needed." >&2
  exit 1
fi

echo "Restoring $size bytes …"
backrest --pg1-path=$directory/data --archive-mode=off restore
cat > $directory/postgresql.conf << END
# nobody reaches it but through a socket in a directory of postgres; it never archives
listen_addresses = ''
port = 5499
unix_socket_directories = '$directory'
hba_file = '$directory/pg_hba.conf'
archive_mode = off
# nobody reads before it is restored to the end, so it need not have the connections of the original
hot_standby = off
shared_buffers = 64MB
max_connections = 20
fsync = off
END
echo 'local all postgres peer' > $directory/pg_hba.conf
of_copy() { ask -h $directory -p 5499 "$@"; }
$bin/pg_ctl -D $directory/data -o "-c config_file=$directory/postgresql.conf" -l $directory/log -W start > /dev/null
# it answers when all of the log is replayed
until of_copy -c 'select' > /dev/null 2>&1; do
  sleep 1
  $bin/pg_ctl -D $directory/data status > /dev/null || { tail -n 20 $directory/log >&2; exit 1; }
done
restored=$(date +%s)

head=$(of_copy -c 'select coalesce(max(position), 0) from log.events')
[ "$(of_copy -c 'select count(*) from log.events')" = "$head" ] || { echo "The restored log has not all positions up to $head." >&2; exit 1; }
[ "$head" -le "$(ask -c 'select coalesce(max(position), 0) from log.events')" ] || { echo 'The restored log is longer than that of the database.' >&2; exit 1; }
[ "$(of_copy -c 'select id from log.epoch')" = "$(ask -c 'select id from log.epoch')" ] || { echo 'The backup is of another epoch.' >&2; exit 1; }
# what the restored state lacks of what was there when the rehearsal began, seconds
lost=$(ask -c "select greatest(0, round(extract(epoch from to_timestamp($began) - min(at))))::bigint from log.events where position > $head and at < to_timestamp($began)")
# each page and row of each table is read, and has its checksum
PGHOST=$directory PGPORT=5499 $bin/pg_amcheck --install-missing --no-dependent-indexes -d jaanch || { echo 'The restored tables are damaged.' >&2; exit 1; }
# 1: they differ. What cannot be compared has no answer, and fails here
compared=$(cd "$release" && DATABASE_URL="postgres://postgres@localhost:5499/jaanch?host=$directory" "$node" infra/ops/main.ts verify --json) || [ $? = 1 ]
different=$("$node" -e "console.log(JSON.parse(fs.readFileSync(0, 'utf8')).different)" <<< "$compared")
$bin/pg_ctl -D $directory/data -m fast -w stop > /dev/null
$bin/pg_checksums --check -D $directory/data > /dev/null || { echo 'Pages of the restored cluster are damaged.' >&2; exit 1; }
ended=$(date +%s)

cat > $state/.rehearsal.prom << END
# HELP jaanch_restore_rehearsal_last_success_timestamp_seconds When a backup was last restored and checked
# TYPE jaanch_restore_rehearsal_last_success_timestamp_seconds gauge
jaanch_restore_rehearsal_last_success_timestamp_seconds $ended
# HELP jaanch_restore_rehearsal_duration_seconds How long it took until the restored database answered
# TYPE jaanch_restore_rehearsal_duration_seconds gauge
jaanch_restore_rehearsal_duration_seconds $((restored - began))
# HELP jaanch_restore_rehearsal_different_rows Rows of the restored read tables that were not what the restored log says
# TYPE jaanch_restore_rehearsal_different_rows gauge
jaanch_restore_rehearsal_different_rows $different
END
mv $state/.rehearsal.prom $state/rehearsal.prom
ask -c "insert into settings values ('restore-rehearsal', jsonb_build_object('finishedAt', to_timestamp($ended), 'seconds', $((restored - began)),
  'head', $head, 'lostSeconds', ${lost:-0}, 'different', $different)) on conflict (key) do update set value = excluded.value"
echo "Restored in $((restored - began)) s up to position $head, checked in $((ended - restored)) s; of the events of that moment ${lost:-0} s were missing, and $different rows of the read tables differ from the log."
