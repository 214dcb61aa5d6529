#!/usr/bin/env bash
# Installs Prometheus with Jaanch's alerts, Alertmanager, which mails them, and exporters, from Debian's packages, on the server of
# install.sh:  monitoring.sh ops@example.org
# It can be repeated, without the address, after an upgrade of Jaanch and after a change of /etc/jaanch/monitoring.env or SMTP_URL. docs/server.md.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
monitoring=$(cd "$here/../monitoring" && pwd)
[ "$(id -u)" = 0 ] || { echo 'Run it as root.' >&2; exit 1; }
cd /
umask 022

settings=/etc/jaanch/monitoring.env
address=${1:-}
[[ -e $settings && -z $address || $address =~ ^[^@,[:space:]\'\"\|]+@[^@,[:space:]\'\"\|]+(,[^@,[:space:]\'\"\|]+@[^@,[:space:]\'\"\|]+)*$ ]] ||
  { echo 'Name who gets the alerts: monitoring.sh ops@example.org' >&2; exit 2; }
[ -e "$settings" ] || install -m 600 "$here/monitoring.env" "$settings"
[ -z "$address" ] || sed -i "s|^ALERTS_TO=.*|ALERTS_TO=$address|" "$settings"
# a setting of a file, without the quotes around it
setting() { sed -n "s/^$2=//p" "$1" | tail -n 1 | sed "s/^'\(.*\)'\$/\1/"; }
docs=$(setting "$settings" DOCS_URL)
public=$(setting /etc/jaanch/jaanch.env PUBLIC_URL)

packages=(prometheus prometheus-{alertmanager,node-exporter,postgres-exporter,redis-exporter,blackbox-exporter})
to=/etc/prometheus/jaanch
# everything before the packages, which start their units at once: with Debian's arguments they answer the whole network
configuration=$(mktemp)
trap 'rm -f "$configuration"' EXIT
ALERTS_TO=$(setting "$settings" ALERTS_TO) ALERTS_WEBHOOK=$(setting "$settings" ALERTS_WEBHOOK) \
  WATCHDOG_URL=$(setting "$settings" WATCHDOG_URL) SMTP_URL=$(setting /etc/jaanch/jaanch.env SMTP_URL) \
  "$monitoring/alertmanager.sh" > "$configuration"
install -d "$to" "$to/rules"
rm -f "$to"/rules/*.yml
find "$monitoring/rules" -name '*.yml' ! -name '*.test.yml' -exec install -m 644 -t "$to/rules" {} +
sed "s#docs: .*#docs: '$docs' }#" "$monitoring/prometheus.yml" > "$to/prometheus.yml"
install -m 644 "$here/metrics-targets.yml" "$to/targets.yml"
install -m 644 "$here/exporters.yml" "$to/exporters.yml"
echo "- targets: ['$public/api/health']" > "$to/probes.yml"

# The arguments of a unit: a file beside Debian's, which an upgrade of its package leaves alone
arguments() {
  install -d "/etc/systemd/system/$1.service.d"
  printf '[Service]\nEnvironmentFile=%s\nRestart=always\nRestartSec=5\n' "$to/$1.env" > "/etc/systemd/system/$1.service.d/jaanch.conf"
  install -m 600 /dev/stdin "$to/$1.env"
}
arguments prometheus <<ENV
ARGS=--config.file=$to/prometheus.yml --web.listen-address=127.0.0.1:9090 --storage.tsdb.retention.time=30d --storage.tsdb.retention.size=4GB
ENV
arguments prometheus-alertmanager <<ENV
ARGS=--config.file=$to/alertmanager.yml --web.listen-address=127.0.0.1:9093 --cluster.listen-address=
ENV
arguments prometheus-node-exporter <<ENV
ARGS=--web.listen-address=127.0.0.1:9100 --collector.systemd --collector.systemd.unit-include=.+[.]service --collector.textfile.directory=/var/lib/prometheus/node-exporter
ENV
arguments prometheus-blackbox-exporter <<ENV
ARGS=--config.file=/etc/prometheus/blackbox.yml --web.listen-address=127.0.0.1:9115
ENV
arguments prometheus-postgres-exporter <<ENV
DATA_SOURCE_NAME=user=prometheus host=/var/run/postgresql dbname=postgres
ARGS=--web.listen-address=127.0.0.1:9187
ENV
arguments prometheus-redis-exporter <<ENV
REDIS_ADDR=redis://127.0.0.1:6379
REDIS_USER=jaanch
REDIS_PASSWORD=$(cat /etc/jaanch/secrets/redis-password)
ARGS=--web.listen-address=127.0.0.1:9121
ENV
systemctl daemon-reload
DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
promtool check config "$to/prometheus.yml" >/dev/null
amtool check-config "$configuration" >/dev/null
# it has the password of the mail server
install -m 640 -g prometheus "$configuration" "$to/alertmanager.yml"

runuser -u postgres -- psql -qXt -v ON_ERROR_STOP=1 >/dev/null <<'SQL'
select 'create role prometheus login' where not exists (select from pg_roles where rolname = 'prometheus') \gexec
grant pg_monitor to prometheus;
SQL

systemctl enable --quiet "${packages[@]}"
systemctl restart "${packages[@]}"
for _ in $(seq 60); do curl -fsS -o /dev/null http://127.0.0.1:9093/-/ready 2>/dev/null && break; sleep 0.5; done

# by which jaanch-ops status and the page of the operators know what fires
if [ -z "$(setting /etc/jaanch/jaanch.env ALERTMANAGER_URL)" ]; then
  printf '\nALERTMANAGER_URL=http://127.0.0.1:9093\n' >> /etc/jaanch/jaanch.env
  echo 'Restart the processes, so that their page shows alerts: /opt/jaanch/current/infra/deploy/systemd/activate.sh'
fi
# of backups that were made before node_exporter was here
if compgen -G '/var/lib/jaanch/offsite/*.prom' > /dev/null; then "$here/offsite.sh" publish; fi
[ -n "$(setting "$settings" WATCHDOG_URL)" ] || echo "WATCHDOG_URL in $settings is not set: nobody is told when this machine is gone."
echo "Alerts go to $(setting "$settings" ALERTS_TO). Try it: jaanch-ops alert-test"
