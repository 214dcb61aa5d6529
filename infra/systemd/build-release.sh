#!/usr/bin/env bash
# Makes a release's directory out of this checkout:  build-release.sh   prints its name, such as 0.2.0-1234abcd
# Its packages, its web client and its Node are built in it by the account jaanch_build, which can write nothing else and reads neither
# the database nor the secrets; then they belong to root. A directory that is there already is left as it is.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
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

building=$releases/.building-$name
rm -rf "$building"
mkdir -p "$building"
trap 'rm -rf "$building"' EXIT
if [ -e "$source/.git" ]; then in_source archive HEAD | tar -x -C "$building"
else tar -c -C "$source" --exclude=node_modules --exclude=./.data --exclude=./web/dist . | tar -x -C "$building"; fi
echo "$commit" > "$building/.commit"

cache=/var/cache/jaanch
install -d -o jaanch_build -g jaanch_build "$cache"
chown -R jaanch_build: "$building"
as_builder() { (cd "$building" && runuser -u jaanch_build -- env HOME="$cache" "$@") 2>&1 | cat >&2; }
# with the server's own Node, which trusts the certificates that the server trusts
npm() { as_builder npm "$@" --no-audit --no-fund --no-progress --loglevel=error; }

# Debian builds its Node without support for TypeScript, so each release brings the one that it was tested with
node=$(sed -n 's/^    "node": "\(.*\)",\{0,1\}$/\1/p' "$building/package.json" | tail -1)
case $(uname -m) in x86_64) machine=x64 ;; aarch64) machine=arm64 ;; *) echo "There is no Node for $(uname -m)." >&2; exit 1 ;; esac
echo "Node $node …" >&2
npm install --prefix "$building/node" --no-save --ignore-scripts "node-linux-$machine@$node"
as_builder mkdir bin
as_builder ln -s "../node/node_modules/node-linux-$machine/bin/node" bin/node

# no install scripts: they only download what tests and `npm start` need
echo 'The web client …' >&2
npm ci --ignore-scripts --workspace=@jaanch/web
as_builder env PATH="$building/bin:$PATH" npm run --silent build --workspace=@jaanch/web -- --logLevel warn
echo 'The services …' >&2
npm ci --ignore-scripts --omit=dev --workspace=@jaanch/api --workspace=@jaanch/workers --workspace=@jaanch/projector \
  --workspace=@jaanch/infra

# a service can read its code but not change it
chown -R root: "$building"
chmod -R u=rwX,go=rX "$building"
mv "$building" "$releases/$name"
echo "$name"
