#!/bin/sh
# Runs a program of an image with a secret in an environment variable: the value that the variable has, or the content of the file
# /run/secrets/<name>.
#
#   with-secret.sh <variable> <name> <command> [<argument> …]
set -eu
variable=$1 name=$2
shift 2
eval "value=\${$variable:-}"
content=$(cat "${SECRETS:-/run/secrets}/$name")
# an editor of Windows ends lines with two characters
content=${content%"$(printf '\r')"}
if [ -n "$value" ] && [ -n "$content" ]; then
  echo "The secret $name is given as a value and as a file: keep one of them." >&2
  exit 1
fi
if [ -z "$value$content" ]; then
  echo "The secret $name is not given: see Secrets in docs/compose.md." >&2
  exit 1
fi
export "$variable=$value$content"
exec "$@"
