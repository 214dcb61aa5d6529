#!/bin/sh
# Writes the users of Redis to a file, with the hash of the password, and starts the server.
#
#   REDISCLI_AUTH=<password> start.sh <file> <command> [<argument> …]
set -eu
users=$1
shift
hash=$(printf %s "$REDISCLI_AUTH" | sha256sum | cut -c1-64)
# the entry point of the image goes on as another user, who reads the file
umask 022
sed "s/@HASH@/$hash/" "$(dirname "$0")/users.acl" >"$users"
unset REDISCLI_AUTH
exec "$@"
