#!/bin/sh
# Prints infra/deploy/monitoring/rules as PrometheusRule objects:
#   infra/deploy/k8s/monitoring/prometheus-rules.sh | kubectl apply --namespace jaanch --filename -
set -eu
rules=$(dirname "$0")/../../monitoring/rules
for file in "$rules"/*.yml; do
  name=$(basename "$file" .yml)
  # tests of the rules: business.test.yml
  case $name in *.test) continue ;; esac
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
  sed 's/^/  /' "$file"
done
