#!/bin/sh
# Prints the configuration of Alertmanager, for one server, containers and Kubernetes:
#   ALERTS_TO=ops@example.org SMTP_URL=smtps://user:password@mail.example.org alertmanager.sh > alertmanager.yml
#
#   ALERTS_TO       who gets all alerts by mail; several addresses with commas
#   SMTP_URL        the mail server, as the workers have it; without `from` in it, the first address of ALERTS_TO is the sender
#   ALERTS_WEBHOOK  optional: an address that gets what must wake somebody (severity "page") as well
#   WATCHDOG_URL    optional: an address that is called each minute while the alerts work, and tells somebody when the calls end
set -eu
fail() { echo "$1" >&2; exit 1; }
[ -n "${ALERTS_TO:-}" ] || fail 'ALERTS_TO is not set: the mail address that gets the alerts.'
case ${SMTP_URL:-} in smtp://*) port=587 ;; smtps://*) port=465 ;; *) fail 'SMTP_URL is not set: smtp:// or smtps://, as the workers have it.' ;; esac

quote() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
# %40 → @
decode() {
  printf %s "$1" | awk '{
    n = split($0, part, "%"); out = part[1]
    for (i = 2; i <= n; i++) {
      code = tolower(substr(part[i], 1, 2))
      out = out sprintf("%c", (index("0123456789abcdef", substr(code, 1, 1)) - 1) * 16 + index("0123456789abcdef", substr(code, 2, 1)) - 1) substr(part[i], 3)
    }
    print out
  }'
}

rest=${SMTP_URL#*://}
options=${rest#"${rest%%\?*}"}
sender=$(decode "$(printf '%s\n' "$options" | tr '?&' '\n\n' | sed -n 's/^from=//p' | tr + ' ')")
rest=${rest%%[/?]*}
server=${rest##*@}
login=${rest%"$server"} && login=${login%@}
case $server in *:*) ;; *) server=$server:$port ;; esac
case $SMTP_URL in smtps://*) [ "${server##*:}" = 465 ] || fail 'Alertmanager speaks smtps:// at port 465 only: use smtp:// with STARTTLS.' ;; esac
tls=true
case $server in localhost:* | 127.0.0.1:*) tls=false ;; esac
case $options in *requireTLS=false*) tls=false ;; esac

cat <<YAML
global:
  smtp_smarthost: $(quote "$server")
  smtp_from: $(quote "${sender:-${ALERTS_TO%%,*}}")
  smtp_require_tls: $tls
YAML
[ -z "$login" ] || cat <<YAML
  smtp_auth_username: $(quote "$(decode "${login%%:*}")")
  smtp_auth_password: $(quote "$(decode "${login#*:}")")
YAML
cat <<'YAML'

# One mail for what fires together, one more when it changes, and again while it lasts: a page after 4 h, a ticket each day.
route:
  receiver: tickets
  group_by: [alertname]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 1d
  routes:
    - matchers: [alertname="Watchdog"]
      receiver: watchdog
      group_wait: 0s
      group_interval: 1m
      repeat_interval: 50s
    - matchers: [severity="page"]
      receiver: pages
      repeat_interval: 4h

inhibit_rules:
  # what follows from it
  - source_matchers: [alertname="JaanchPostgresDown"]
    target_matchers:
      - alertname=~"Jaanch(ApiDown|ApiFailing|ReadsSlow|BookingsSlow|SiteDown|VisibleSlow|ProjectorStopped|ProjectorLagging|ModelVersionLagging|RelayLagging|PushStopped|PushLagging|PushSlow|WorkOld|MessagesStuck|MessagesLate|NoBookings|StandbyLost|StandbyLagging|ArchivingFails)"
  - source_matchers: [alertname="JaanchApiDown"]
    target_matchers:
      - alertname=~"Jaanch(ApiFailing|ReadsSlow|BookingsSlow|SiteDown|VisibleSlow|RelayLagging|PushStopped|PushLagging|PushSlow|MessagesLate|NoBookings)"
  - source_matchers: [alertname="JaanchWorkersDown"]
    target_matchers: [alertname=~"Jaanch(WorkOld|MessagesStuck|MessagesLate)"]
  - source_matchers: [alertname=~"JaanchProjector(Down|Stopped)"]
    target_matchers: [alertname=~"Jaanch(ProjectorLagging|ModelVersionLagging|VisibleSlow|PushSlow|PushLagging)"]
  # the address does not answer at all: requests that are slow or missing say no more
  - source_matchers: [alertname="JaanchSiteDown"]
    target_matchers: [alertname="JaanchNoBookings"]
  # the same, seen as less
  - source_matchers: [severity="page"]
    target_matchers: [severity="ticket"]
    equal: [alertname, instance, mountpoint, consumer, channel]

receivers:
YAML
mail() {
  cat <<YAML
    email_configs:
      - to: $(quote "$ALERTS_TO")
        send_resolved: true
        headers:
          Subject: '[{{ .Status | toUpper }}, {{ .CommonLabels.severity }}] {{ or .CommonAnnotations.summary .GroupLabels.alertname }}'
        html: ''
        text: |
          {{ range .Alerts }}{{ .Labels.alertname }}: {{ .Annotations.summary }}
          {{ .Annotations.description }}
          {{ if eq .Status "firing" }}Since{{ else }}Ended. Began{{ end }} {{ .StartsAt.UTC.Format "2006-01-02 15:04 MST" }}
          {{ with .Annotations.runbook_url }}What to do: {{ . }}{{ end }}

          {{ end }}
YAML
}
echo '  - name: tickets' && mail
echo '  - name: pages' && mail
[ -z "${ALERTS_WEBHOOK:-}" ] || cat <<YAML
    webhook_configs:
      - { url: $(quote "$ALERTS_WEBHOOK"), send_resolved: true }
YAML
echo '  - name: watchdog'
[ -z "${WATCHDOG_URL:-}" ] || cat <<YAML
    webhook_configs:
      - { url: $(quote "$WATCHDOG_URL"), send_resolved: false }
YAML
