#!/bin/sh
# Prints infra/deploy/monitoring/rules as PrometheusRule objects, without those of machines and of the watchdog, which
# kube-prometheus-stack has. DOCS_URL: where this repository can be read; the links of the alerts begin with it.
#   infra/deploy/k8s/monitoring/prometheus-rules.sh | kubectl apply --namespace jaanch --filename -
set -eu
docs=${DOCS_URL:-https://git.example.org/jaanch/blob/main}
rules=$(dirname "$0")/../../monitoring/rules
for file in "$rules"/*.yml; do
  name=$(basename "$file" .yml)
  # tests of the rules: business.test.yml
  case $name in *.test | host | monitoring) continue ;; esac
  cat <<OBJECT
---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: jaanch-$name
  labels:
    app.kubernetes.io/name: jaanch
    release: kube-prometheus-stack
spec:
OBJECT
  sed "s/^/  /; s#{{ \$externalLabels.docs }}#$docs#" "$file"
done
