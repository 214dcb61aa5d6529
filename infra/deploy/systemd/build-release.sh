#!/usr/bin/env bash
# Makes a release's directory out of this checkout:  build-release.sh   prints its name, such as 0.3.0-1234abcd
# No program of a package runs as root: packages are installed without their scripts, and the web client is built in a copy of the checkout
# by the account jaanch_build, in a sandbox without a network, of which only its files are kept. A release's archive (docs/deployment.md)
# has the client, which is then taken from it. A directory that is there already is left as it is.
set -euo pipefail
source=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
releases=/opt/jaanch/releases

in_source() { git -c safe.directory="$source" -C "$source" "$@"; }
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$source/package.json")
# an archive may lie below the checkout of something else
if [ -e "$source/.git" ] && commit=$(in_source rev-parse HEAD 2>/dev/null); then
  [ -z "$(in_source status --porcelain --untracked-files=no)" ] || { echo "The checkout $source has changes that are not committed." >&2; exit 1; }
else
  commit=$(cat "$source/.commit" 2>/dev/null || true)
fi
name=$version${commit:+-${commit:0:8}}
if [ -d "$releases/$name" ]; then echo "$name"; exit; fi

exec 9> /run/jaanch-build.lock
flock -n 9 || { echo 'Another build is running.' >&2; exit 1; }
building=$releases/.building-$name
client=$releases/.client-$name
rm -rf "$building" "$client"
trap 'rm -rf "$building" "$client"' EXIT
# in a checkout, web/dist is of any commit
has_client() { [ ! -e "$source/.git" ] && [ -s "$source/web/dist/index.html" ]; }
copy_source() {
  mkdir -p "$1"
  if [ -e "$source/.git" ]; then in_source archive HEAD | tar -x -C "$1"
  else tar -c -C "$source" --exclude=node_modules --exclude=./.data "${@:2}" . | tar -x --no-same-owner -C "$1"; fi
  echo "$commit" > "$1/.commit"
}
if has_client; then copy_source "$building"; else copy_source "$building" --exclude=./web/dist; fi

export npm_config_cache=/var/cache/jaanch
# of an account that once installed the packages
[ ! -d "$npm_config_cache" ] || chown -R root: "$npm_config_cache"
# with the server's own Node, which trusts the certificates that the server trusts; install scripts only download what tests need
install_packages() { (cd "$1" && npm "${@:2}" --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error) >&2; }

# Debian builds its Node without support for TypeScript, so each release brings the one that it was tested with
node=$(sed -n 's/^    "node": "\(.*\)",\{0,1\}$/\1/p' "$building/package.json" | tail -1)
case $(uname -m) in x86_64) machine=x64 ;; aarch64) machine=arm64 ;; *) echo "There is no Node for $(uname -m)." >&2; exit 1 ;; esac
echo "Node $node …" >&2
install_packages "$building" install --prefix "$building/node" --no-save "node-linux-$machine@$node"
mkdir "$building/bin"
ln -s "../node/node_modules/node-linux-$machine/bin/node" "$building/bin/node"

build_client() {
  copy_source "$client" --exclude=./web/dist
  install_packages "$client" ci --workspace=@jaanch/web
  chown -R jaanch_build: "$client"
  # its processes end with the command, and it has no terminal
  systemd-run --quiet --collect --wait --pipe --unit="build-jaanch-$$" \
    --property=User=jaanch_build --property=WorkingDirectory="$client/web" --property=ReadWritePaths="$client" \
    --property=NoNewPrivileges=yes --property=ProtectSystem=strict --property=ProtectHome=yes --property=PrivateTmp=yes \
    --property=PrivateNetwork=yes --property=PrivateDevices=yes --property=RestrictSUIDSGID=yes \
    --setenv=HOME=/tmp --setenv=NODE_ENV=production --setenv=PATH="$building/bin:$PATH" \
    node ../node_modules/vite/bin/vite.js build --logLevel warn < /dev/null >&2
  # read as that account, which may have left links to what it cannot read
  mkdir "$building/web/dist"
  runuser -u jaanch_build -- tar -c -C "$client/web/dist" . < /dev/null | tar -x --no-same-owner -C "$building/web/dist"
  find "$building/web/dist" ! -type f ! -type d -delete
  rm -rf "$client"
}
if has_client; then echo 'The web client is that of the archive' >&2
else echo 'The web client …' >&2; build_client; fi

echo 'The services …' >&2
install_packages "$building" ci --omit=dev --workspace=@jaanch/api --workspace=@jaanch/workers --workspace=@jaanch/projector \
  --workspace=@jaanch/infra

# a service can read its code but not change it
chown -R root: "$building"
chmod -R u=rwX,go=rX "$building"
mv "$building" "$releases/$name"
echo "$name"
