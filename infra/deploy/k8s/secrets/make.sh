#!/bin/sh
# Writes what is missing in `values`, and changes nothing that is there. Enter the mail server and the SMS gateway by hand.
set -eu
umask 077
values=$(dirname "$0")/values
mkdir -p "$values"

# write <file> <content>
write() { [ -e "$values/$1" ] || printf '%s' "$2" >"$values/$1"; }

write database-owner-username jaanch
write database-login-username jaanch_service
for secret in database-owner-password database-login-password redis-password session-key second-factor-key; do
  write "$secret" "$(openssl rand -hex 32)"
done
for optional in smtp-url sms-gateway; do write "$optional" ''; done
echo "The secrets are in $values: keep a copy elsewhere, above all of session-key and second-factor-key."
