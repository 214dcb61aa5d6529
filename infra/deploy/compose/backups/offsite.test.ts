import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runScript, useTempDir } from '../../../local/testing.ts'

const home = useTempDir()
const at = (...names: string[]) => join(home.path, ...names)
/** The calls of rclone that the script makes, with directories of this machine as the remote; `broken` fails as a remote that is away */
const rclone = `#!/bin/sh
shift 6
echo "$*" >> "$HOME_OF_TEST/calls"
[ ! -e "$HOME_OF_TEST/broken" ] || exit 1
case $1 in
  copy)
    shift; without=; if [ "$1" = --exclude ]; then without=$2; shift 2; fi
    mkdir -p "$2"; for file in "$1"/*; do [ ! -e "$file" ] || [ "\${file##*/}" = "$without" ] || cp "$file" "$2"; done ;;
  check) diff -r "$4" "$5" ;;
  lsf) cd "$3" && ls -d */ ;;
  purge) rm -r "$2" ;;
esac
`
beforeEach(() => {
  for (const name of ['bin', 'backups', 'erasures', 'textfile', 'remote']) mkdirSync(at(name))
  writeFileSync(at('bin', 'rclone'), rclone, { mode: 0o755 })
  writeFileSync(at('rclone.conf'), '[offsite]\n')
  writeFileSync(at('erasures', '1-erased-a'), '')
})

const copy = async (variables: Record<string, string> = {}) => {
  const { code, err } = await runScript('infra/deploy/compose/backups/offsite.sh', ['once'], {
    PATH: `${at('bin')}:${process.env.PATH}`,
    HOME_OF_TEST: home.path,
    ...{ BACKUPS: at('backups'), LEDGER: at('erasures'), METRICS: at('textfile'), CONFIG: at('rclone.conf') },
    ...{ BACKUP_TARGET: at('remote'), KEEP: '2' },
    ...variables,
  })
  return { code, err }
}

function make(name: string, format = 2): void {
  mkdirSync(at('backups', name))
  writeFileSync(at('backups', name, 'log_events.zst'), 'rows')
  writeFileSync(at('backups', name, 'manifest.json'), JSON.stringify({ format }))
}
const metric = () => readFileSync(at('textfile', 'jaanch-backups.prom'), 'utf8')

describe('backups off the machine, in containers', () => {
  it('are copied once, their manifest last, with the ledger of erasures', async () => {
    make('2026-11-21T0130')
    expect(await copy()).toEqual({ code: 0, err: '' })
    expect(readdirSync(at('remote', '2026-11-21T0130')).sort()).toEqual(['log_events.zst', 'manifest.json'])
    expect(existsSync(at('remote', 'erasures', '1-erased-a'))).toBe(true)
    const calls = readFileSync(at('calls'), 'utf8').split('\n')
    expect(calls.findIndex((call) => call.includes('--exclude manifest.json'))).toBe(1)
    expect(metric()).toMatch(/^jaanch_backup_last_success_timestamp_seconds \d{10}$/m)
    expect(metric()).toMatch(/^jaanch_backup_bytes [1-9]\d+$/m)
    rmSync(at('calls'))
    expect(await copy()).toEqual({ code: 0, err: '' })
    // the ledger alone
    expect(readFileSync(at('calls'), 'utf8').trim().split('\n')).toHaveLength(1)
  })

  it('are kept there as many as here', async () => {
    for (const day of ['21', '22', '23']) {
      make(`2026-11-${day}T0130`)
      expect(await copy()).toEqual({ code: 0, err: '' })
    }
    expect(readdirSync(at('remote')).sort()).toEqual(['2026-11-22T0130', '2026-11-23T0130', 'erasures'])
  })

  it('are not said to be there while the remote is away, nor copied without encryption', async () => {
    make('2026-11-21T0130')
    writeFileSync(at('broken'), '')
    expect((await copy()).code).toBe(1)
    rmSync(at('broken'))
    make('2026-11-22T0130', 1)
    expect(await copy()).toEqual({ code: 1, err: expect.stringContaining('is not encrypted') })
    expect(existsSync(at('textfile', 'jaanch-backups.prom'))).toBe(false)
    expect(readdirSync(at('remote'))).toEqual(['erasures'])
  })

  it.each([
    [{ BACKUP_TARGET: '' }, /^BACKUP_TARGET is not set/],
    [{ CONFIG: '/nowhere' }, /^OFFSITE must be a directory/],
  ])('end with a sentence without their settings: %j', async (variables, sentence) => {
    expect(await copy(variables as Record<string, string>)).toEqual({
      code: 1,
      err: expect.stringMatching(sentence),
    })
  })
})
