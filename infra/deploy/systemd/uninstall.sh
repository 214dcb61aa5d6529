#!/usr/bin/env bash
# Takes Jaanch off this server:  uninstall.sh   keeps the database, the settings and secrets, and the backups
#                                uninstall.sh --with-data   deletes these too
set -euo pipefail
option=${1:-}
case $option in '' | --with-data) ;; *) echo "Unknown: $option" >&2; exit 2 ;; esac
[ "$(id -u)" = 0 ] || { echo 'Run it as root.' >&2; exit 1; }
if [ "$option" = --with-data ]; then
  others=$(runuser -u postgres -- psql -qXtA -c "select string_agg(quote_ident(datname), ' ') from pg_database
    where datname <> 'jaanch' and pg_get_userbyid(datdba) in ('jaanch', 'jaanch_service')")
  [ -z "$others" ] || { echo "These databases belong to jaanch too, drop them first (dropdb): $others" >&2; exit 1; }
fi

systemctl disable --now jaanch.target jaanch-backup.timer jaanch-offsite.timer jaanch-rehearsal.timer jaanch-ledger.path 2>/dev/null || true
systemctl stop 'jaanch-*' 2>/dev/null || true
rm -f /etc/systemd/system/jaanch.target /etc/systemd/system/jaanch-*.service /etc/systemd/system/jaanch-*.timer /etc/systemd/system/jaanch-*.path
rm -rf /etc/systemd/system/jaanch-.service.d
# without backups, an archive is of no use
archive=/etc/postgresql/18/main/conf.d/jaanch-archive.conf
if [ -e $archive ]; then
  sed -i "s/^archive_command = .*/archive_command = 'true'/; s/^archive_timeout = .*/archive_timeout = 0/" $archive
  runuser -u postgres -- psql -qXtAc 'select pg_reload_conf()' > /dev/null || true
fi
rm -f /etc/systemd/system/{postgresql@18-main.service,nginx.service,redis-server.service,logrotate.timer}.d/jaanch.conf
# of monitoring.sh: Debian's packages stay and do not run, since with their own settings they answer the whole network
systemctl disable --now prometheus{,-alertmanager,-node-exporter,-postgres-exporter,-redis-exporter,-blackbox-exporter} 2>/dev/null || true
rm -rf /etc/systemd/system/prometheus{,-alertmanager,-node-exporter,-postgres-exporter,-redis-exporter,-blackbox-exporter}.service.d/jaanch.conf /etc/prometheus/jaanch
systemctl daemon-reload
rm -rf /etc/nginx/sites-enabled/jaanch /etc/nginx/sites-available/jaanch /etc/nginx/modules-enabled/90-jaanch.conf /etc/nginx/jaanch.conf \
  /etc/nginx/jaanch /etc/logrotate.d/jaanch
# both read Debian's settings again
systemctl restart nginx || true
rm -f /etc/jaanch/redis.conf /usr/local/bin/jaanch-ops
systemctl restart redis-server || true
rm -rf /opt/jaanch /var/cache/jaanch

if [ "$option" = --with-data ]; then
  runuser -u postgres -- dropdb --if-exists --force jaanch
  for role in jaanch_service jaanch_app jaanch; do runuser -u postgres -- dropuser --if-exists "$role"; done
  rm -f /etc/postgresql/18/main/conf.d/jaanch.conf /etc/postgresql/18/main/conf.d/jaanch-archive.conf
  rm -rf /etc/jaanch /var/backups/jaanch /var/log/jaanch /var/log/jaanch-nginx /var/lib/jaanch
  userdel jaanch_service || true
  userdel jaanch_build || true
  userdel jaanch || true
  echo 'Jaanch and its data are gone.'
else
  echo 'Jaanch is gone. The database jaanch, /etc/jaanch, /var/backups/jaanch, the logs in /var/log and /var/lib/jaanch are still there.'
fi
