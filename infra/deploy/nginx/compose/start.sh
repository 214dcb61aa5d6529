#!/bin/sh
# Writes the configuration of nginx in the containers from the environment, and starts it: with TLS if a certificate is given, else
# plain HTTP, which only this machine or a proxy may reach.
set -eu
here=$(dirname "$0")
secrets=${SECRETS:-/run/secrets}
work=${WORK:-/tmp}

refuse() {
  echo "$1" >&2
  exit 1
}

given() { [ -s "$secrets/$1" ]; }

if given tls-certificate && given tls-key; then
  site=https
  case $PUBLIC_URL in
    https://*) ;;
    *) refuse 'With a certificate, PUBLIC_URL must be the address of the site, such as https://jaanch.example.' ;;
  esac
elif given tls-certificate || given tls-key; then
  refuse 'TLS needs both files: TLS_CERTIFICATE and TLS_KEY.'
else
  site=http
  case $PUBLISH_ADDRESS in
    127.* | ::1 | '[::1]' | localhost) ;;
    *)
      [ "$PLAIN_HTTP" = 1 ] || refuse "Without TLS_CERTIFICATE and TLS_KEY, others could read what people send to $PUBLISH_ADDRESS: \
set them, or PUBLISH_ADDRESS=127.0.0.1, or PLAIN_HTTP=1 if a proxy on another machine does TLS."
      ;;
  esac
fi

# the image has the user nginx, Debian's package www-data
user=nginx
id "$user" >/dev/null 2>&1 || user=www-data

{
  for server in $API_SERVERS; do
    # one that does not accept connections is left out for two seconds
    echo "server $server:$PORT max_fails=1 fail_timeout=2s;"
  done
} >"$work/upstream.conf"

{
  # a proxy in front of this one tells the address of the caller
  for proxy in $(echo "$PROXY_ADDRESSES" | tr , ' '); do echo "set_real_ip_from $proxy;"; done
  [ -z "$PROXY_ADDRESSES" ] || printf 'real_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n'
} >"$work/proxies.conf"

fill() { sed -e "s|@USER@|$user|; s|@SITE@|$site|; s|@HERE@|$here|; s|@WORK@|$work|; s|@SECRETS@|$secrets|; s|@PUBLIC_URL@|${PUBLIC_URL%/}|" "$1"; }
fill "$here/nginx.conf.template" >"$work/nginx.conf"
fill "$here/$site.conf.template" >"$work/site.conf"
exec nginx -c "$work/nginx.conf" "$@"
