#!/usr/bin/env bash
# Installs the release of this checkout on one Debian server, or upgrades to it:  install.sh [domain]
# It can be repeated. The domain is needed the first time. docs/server.md explains the steps and what must be there before.
# On a new machine after the loss of one:  install.sh --restore-from jaanch-secrets.tar.age --identity jaanch-key.txt [--at <time>]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ "$(id -u)" = 0 ] || { echo 'Run it as root.' >&2; exit 1; }

secrets='' identity='' at=''
while [[ ${1:-} == --* ]]; do
  case $1 in
    --restore-from) secrets=$(realpath -e "${2:-}") ;;
    --identity) identity=$(realpath -e "${2:-}") ;;
    --at) at=${2:-} ;;
    *) echo "Unknown: $1" >&2; exit 2 ;;
  esac
  shift 2
done
cd /
umask 022

# the owner of the database, for migrations, backups and jaanch-ops; the account of the services; and that which builds releases
for account in jaanch jaanch_service jaanch_build; do
  id "$account" >/dev/null 2>&1 || useradd --system --user-group --home-dir /nonexistent --shell /usr/sbin/nologin "$account"
done
for program in nginx redis-server npm openssl curl psql; do
  command -v "$program" >/dev/null || { echo "$program is missing: install the packages of step 2 in docs/server.md." >&2; exit 1; }
done
postgres=/etc/postgresql/18/main
[ -d "$postgres" ] || { echo "There is no $postgres: install postgresql-18, step 2 in docs/server.md." >&2; exit 1; }
restored=/var/lib/jaanch/offsite/restore
# it was restored, and what came after that did not end
if [ -e /var/lib/jaanch/offsite/needs-backup ]; then secrets=''; fi
if [ -n "$secrets" ]; then
  "$here/offsite.sh" unpack "$secrets" "${identity:?Name the identity of age: --identity}"
elif [ -e $restored ] && [ "$(cat $restored)" != done ]; then
  echo 'A restore on this machine has not ended: repeat install.sh --restore-from …' >&2
  exit 1
fi
settings=/etc/jaanch/jaanch.env
domain=${1:-$(sed -n 's|^PUBLIC_URL=https://||p' "$settings" 2>/dev/null || true)}
[[ $domain =~ ^[a-z0-9.-]+$ ]] || { echo 'Name the domain at which people reach Jaanch: install.sh jaanch.example.org' >&2; exit 2; }
log() { echo "$(date +%T) $*"; }
[ "$(timedatectl show --property NTP --value 2>/dev/null || true)" = yes ] ||
  log 'Nothing sets the clock of this machine: apt-get install systemd-timesyncd, unless something else does. Logs and sessions depend on it.'

# Writes standard input to a file unless it has that content. @return whether it was written
replace() {
  local new
  new=$(mktemp)
  cat > "$new"
  if cmp -s "$new" "$1"; then rm "$new"; return 1; fi
  install -D -m "${2:-644}" -g "${3:-root}" "$new" "$1"
  rm "$new"
}

log 'Directories and secrets'
install -d /opt/jaanch/releases /etc/jaanch /etc/jaanch/tls
install -d -m 750 -g jaanch /etc/jaanch/secrets
install -d -m 700 -o jaanch -g jaanch /var/backups/jaanch
# the API writes it, and so does jaanch-ops
install -d /var/lib/jaanch
install -d -m 770 -o jaanch_service -g jaanch /var/lib/jaanch/erasures
secret() { [ -s "/etc/jaanch/secrets/$1" ] || (umask 077; openssl rand -hex 32 > "/etc/jaanch/secrets/$1"); }
for name in jwt-secret second-factor-key redis-password; do secret "$name"; done
chgrp jaanch /etc/jaanch/secrets/redis-password && chmod 640 /etc/jaanch/secrets/redis-password
[ -e "$settings" ] || sed "s/@DOMAIN@/$domain/g" "$here/jaanch.env" | replace "$settings" 640 jaanch
if [ ! -e /etc/jaanch/tls/privkey.pem ]; then
  # until there is a real one
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$domain" \
    -addext "subjectAltName=DNS:$domain" -keyout /etc/jaanch/tls/privkey.pem -out /etc/jaanch/tls/fullchain.pem 2>/dev/null
fi

[ -e /etc/jaanch/backup.conf ] || replace /etc/jaanch/backup.conf < "$here/backup.conf"
install -d -m 700 -o postgres -g postgres /var/lib/jaanch/offsite /var/lib/jaanch/rehearsal

log 'PostgreSQL'
# offsite.sh writes it from then on, and no upgrade restarts PostgreSQL for it
[ -e "$postgres/conf.d/jaanch-archive.conf" ] || install -m 644 "$here/archive.conf" "$postgres/conf.d/jaanch-archive.conf"
replace /etc/systemd/system/postgresql@18-main.service.d/jaanch.conf < "$here/restart.conf" && systemctl daemon-reload
as_postgres() { runuser -u postgres -- psql -qXtA -v ON_ERROR_STOP=1 "$@"; }
if replace "$postgres/conf.d/jaanch.conf" < "$here/postgresql.conf"; then
  if [ -e /opt/jaanch/current ]; then
    # it serves people: what a reload does not change waits for a restart at a quiet time
    systemctl reload postgresql
    sleep 1
    waiting=$(as_postgres -c "select string_agg(name, ', ') from pg_settings where pending_restart")
    [ -z "$waiting" ] || log "These settings of PostgreSQL wait for systemctl restart postgresql: $waiting"
  else
    systemctl restart postgresql
  fi
fi
for _ in $(seq 60); do as_postgres -c 'select' >/dev/null 2>&1 && break; sleep 0.5; done
if [ -n "$secrets" ]; then "$here/offsite.sh" restore "$at"; fi
# it makes the role of the services and their login
[ -n "$(as_postgres -c "select 1 from pg_roles where rolname = 'jaanch'")" ] || as_postgres -c 'create role jaanch login createrole'
[ -n "$(as_postgres -c "select 1 from pg_database where datname = 'jaanch'")" ] || runuser -u postgres -- createdb --owner=jaanch \
  --template=template0 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --lc-ctype=C.UTF-8 jaanch

log 'Redis'
changed=no
if sed "s/@REDIS_PASSWORD@/$(cat /etc/jaanch/secrets/redis-password)/" "$here/redis.conf" | replace /etc/jaanch/redis.conf 640 redis; then changed=yes; fi
if replace /etc/systemd/system/redis-server.service.d/jaanch.conf < "$here/redis-unit.conf"; then systemctl daemon-reload; changed=yes; fi
[ $changed = no ] || systemctl restart redis-server

previous=$(readlink -e /opt/jaanch/good || readlink -e /opt/jaanch/current || true)
log 'The release; this takes some minutes the first time'
name=$("$here/build-release.sh")
release=/opt/jaanch/releases/$name

# before a service sees the restored database
if [ -e $restored ]; then
  as_owner() {
    (cd "$release" && runuser -u jaanch -- env REDIS_PASSWORD_FILE=/etc/jaanch/secrets/redis-password bin/node \
      --env-file=infra/deploy/systemd/server.env --env-file=infra/deploy/systemd/owner.env --env-file="$settings" "$@")
  }
  as_owner --env-file=infra/deploy/systemd/services.env infra/local/migrations/migrate.ts
  as_owner infra/ops/main.ts restored --reason "restored on a new machine${at:+ to $at}"
  # a backup of the time after the restored moment is of no use any more: see offsite.sh set-up
  mv $restored /var/lib/jaanch/offsite/needs-backup
fi
"$release/infra/deploy/systemd/activate.sh" "$name"
systemctl enable --quiet jaanch.target
systemctl enable --quiet --now jaanch-backup.timer

log 'nginx'
site=/etc/nginx/sites-available/jaanch
# before nginx 1.25, HTTP/2 belongs to `listen`
if dpkg --compare-versions "$(dpkg-query -W -f '${Version}' nginx)" ge 1.25; then http2=''; else http2='s/443 ssl;/443 ssl http2;/; /http2 on;/d'; fi
# copies, because a rollback of the release leaves them as they are
for part in jaanch locations; do replace "/etc/nginx/jaanch/$part.conf" < "$release/infra/deploy/nginx/$part.conf" || true; done
sed "s/@DOMAIN@/$domain/; $http2" "$release/infra/deploy/systemd/nginx-site.conf" | replace "$site" || true
replace /etc/nginx/modules-enabled/90-jaanch.conf < "$release/infra/deploy/systemd/nginx-main.conf" || true
sed -E 's/worker_connections +[0-9]+;/worker_connections 12288;/' /etc/nginx/nginx.conf | replace /etc/nginx/jaanch.conf || true
# the processes of nginx open its log again after it was turned over
install -d -m 750 -o root -g www-data /var/log/jaanch-nginx
replace /etc/logrotate.d/jaanch < "$release/infra/deploy/systemd/logrotate.conf" || true
replace /etc/systemd/system/logrotate.timer.d/jaanch.conf < "$release/infra/deploy/systemd/logrotate-timer.conf" && systemctl daemon-reload
if command -v logrotate > /dev/null; then systemctl restart logrotate.timer
else log 'logrotate is missing, so the log of nginx grows for ever: apt-get install logrotate'; fi
ln -sf "$site" /etc/nginx/sites-enabled/jaanch
nginx -t -q -c /etc/nginx/jaanch.conf
if replace /etc/systemd/system/nginx.service.d/jaanch.conf < "$here/nginx-unit.conf"; then
  systemctl daemon-reload
  # the first time, nobody is connected
  [ -n "$previous" ] || systemctl restart nginx
fi
systemctl reload-or-restart nginx

# the running release, the one before it for a rollback, and two more
(ls -1dt /opt/jaanch/releases/*/ | grep -vx -e "$release/" -e "$previous/" || true) | tail -n +3 | xargs -r rm -rf
log 'Backups off this machine'
# a repository that does not answer is no reason to fail: what is installed runs
"$release/infra/deploy/systemd/offsite.sh" set-up || log 'Backups are NOT made off this machine.' >&2
log "Release $name answers at https://$domain"
