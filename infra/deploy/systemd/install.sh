#!/usr/bin/env bash
# Installs the release of this checkout on one Debian server, or upgrades to it:  install.sh [domain]
# It can be repeated. The domain is needed the first time. docs/server.md explains the steps and what must be there before.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ "$(id -u)" = 0 ] || { echo 'Run it as root.' >&2; exit 1; }
cd /
umask 022

settings=/etc/jaanch/jaanch.env
domain=${1:-$(sed -n 's|^PUBLIC_URL=https://||p' "$settings" 2>/dev/null || true)}
[[ $domain =~ ^[a-z0-9.-]+$ ]] || { echo 'Name the domain at which people reach Jaanch: install.sh jaanch.example.org' >&2; exit 2; }
for program in nginx redis-server npm openssl curl psql; do
  command -v "$program" >/dev/null || { echo "$program is missing: install the packages of step 2 in docs/server.md." >&2; exit 1; }
done
postgres=/etc/postgresql/18/main
[ -d "$postgres" ] || { echo "There is no $postgres: install postgresql-18, step 2 in docs/server.md." >&2; exit 1; }
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

log 'Accounts, directories and secrets'
# the owner of the database, for migrations, backups and jaanch-ops; the account of the services; and that which builds releases
for account in jaanch jaanch_service jaanch_build; do
  id "$account" >/dev/null 2>&1 || useradd --system --user-group --home-dir /nonexistent --shell /usr/sbin/nologin "$account"
done
install -d /opt/jaanch/releases /etc/jaanch /etc/jaanch/tls
install -d -m 750 -g jaanch /etc/jaanch/secrets
install -d -m 700 -o jaanch -g jaanch /var/backups/jaanch
# the API writes it, and so does jaanch-ops
install -d /var/lib/jaanch
install -d -m 770 -o jaanch_service -g jaanch /var/lib/jaanch/erasures
secret() { [ -s "/etc/jaanch/secrets/$1" ] || (umask 077; openssl rand -hex 32 > "/etc/jaanch/secrets/$1"); }
secret jwt-secret
secret redis-password
chgrp jaanch /etc/jaanch/secrets/redis-password && chmod 640 /etc/jaanch/secrets/redis-password
[ -e "$settings" ] || sed "s/@DOMAIN@/$domain/g" "$here/jaanch.env" | replace "$settings" 640 jaanch
if [ ! -e /etc/jaanch/tls/privkey.pem ]; then
  # until there is a real one
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$domain" \
    -addext "subjectAltName=DNS:$domain" -keyout /etc/jaanch/tls/privkey.pem -out /etc/jaanch/tls/fullchain.pem 2>/dev/null
fi

log 'PostgreSQL'
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
# it makes the role of the services and their login
[ -n "$(as_postgres -c "select 1 from pg_roles where rolname = 'jaanch'")" ] || as_postgres -c 'create role jaanch login createrole'
[ -n "$(as_postgres -c "select 1 from pg_database where datname = 'jaanch'")" ] || runuser -u postgres -- createdb --owner=jaanch \
  --template=template0 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --lc-ctype=C.UTF-8 jaanch

log 'Redis'
grep -qx 'include /etc/redis/jaanch.conf' /etc/redis/redis.conf || echo 'include /etc/redis/jaanch.conf' >> /etc/redis/redis.conf
if sed "s/@REDIS_PASSWORD@/$(cat /etc/jaanch/secrets/redis-password)/" "$here/redis.conf" | replace /etc/redis/jaanch.conf 640 redis; then
  systemctl restart redis-server
fi

previous=$(readlink -e /opt/jaanch/good || readlink -e /opt/jaanch/current || true)
log 'The release; this takes some minutes the first time'
name=$("$here/build-release.sh")
release=/opt/jaanch/releases/$name

"$release/infra/deploy/systemd/activate.sh" "$name"
systemctl enable --quiet jaanch.target
systemctl enable --quiet --now jaanch-backup.timer

log 'nginx'
site=/etc/nginx/sites-available/jaanch
main=/etc/nginx/modules-enabled/90-jaanch.conf
# before nginx 1.25, HTTP/2 belongs to `listen`
if dpkg --compare-versions "$(dpkg-query -W -f '${Version}' nginx)" ge 1.25; then http2=''; else http2='s/443 ssl;/443 ssl http2;/; /http2 on;/d'; fi
sed "s/@DOMAIN@/$domain/; $http2" "$release/infra/deploy/systemd/nginx-site.conf" | replace "$site" || true
replace "$main" < "$release/infra/deploy/systemd/nginx-main.conf" || true
replace /etc/systemd/system/nginx.service.d/jaanch.conf < "$here/restart.conf" && systemctl daemon-reload
sed -i 's/worker_connections 768;/worker_connections 12288;/' /etc/nginx/nginx.conf
ln -sf "$site" /etc/nginx/sites-enabled/jaanch
nginx -t -q
systemctl reload-or-restart nginx

# the running release, the one before it for a rollback, and two more
(ls -1dt /opt/jaanch/releases/*/ | grep -vx -e "$release/" -e "$previous/" || true) | tail -n +3 | xargs -r rm -rf
log "Release $name answers at https://$domain"
