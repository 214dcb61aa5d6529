import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTempDir } from '../../../local/testing.ts'
import { listBackups, nameOf, nextTime, removeOld } from './kept-backups.ts'

const directory = useTempDir()

/** @param writtenAt of the manifest; undefined: the backup did not end */
function make(name: string, writtenAt?: string): void {
  mkdirSync(join(directory.path, name))
  writeFileSync(join(directory.path, name, 'log.events-1.zst'), '')
  if (!writtenAt) return
  const manifest = join(directory.path, name, 'manifest.json')
  writeFileSync(manifest, '{}')
  utimesSync(manifest, new Date(writtenAt), new Date(writtenAt))
}

describe('the nightly backups', () => {
  it('are named by date and time in India', () => {
    expect(nameOf(new Date('2026-11-20T20:00:59Z'))).toBe('2026-11-21T0130')
    expect(nameOf(new Date('2026-11-21T06:35:00Z'))).toBe('2026-11-21T1205')
  })

  it('begin at the next time of that name, today or tomorrow in India', () => {
    const next = (now: string) => nextTime('01:30', new Date(now)).toISOString()
    expect(next('2026-11-20T19:59:59Z')).toBe('2026-11-20T20:00:00.000Z')
    expect(next('2026-11-20T20:00:00Z')).toBe('2026-11-21T20:00:00.000Z')
    expect(next('2026-12-31T20:00:01Z')).toBe('2027-01-01T20:00:00.000Z')
  })

  it('are listed oldest first, without those that did not end', () => {
    make('2026-11-22T0130', '2026-11-21T20:01:00Z')
    make('2026-11-21T0130', '2026-11-20T20:01:00Z')
    make('2026-11-23T0130')
    expect(listBackups(directory.path)).toEqual([
      { name: '2026-11-21T0130', at: new Date('2026-11-20T20:01:00Z') },
      { name: '2026-11-22T0130', at: new Date('2026-11-21T20:01:00Z') },
    ])
  })

  it('are removed but for the newest, with those that did not end and without those of other names', () => {
    for (const day of ['18', '19', '20', '21']) make(`2026-11-${day}T0130`, `2026-11-${day}T00:00:00Z`)
    make('2026-11-22T0130')
    make('before-the-upgrade', '2026-01-01T00:00:00Z')
    expect(removeOld(directory.path, 2)).toEqual(['2026-11-18T0130', '2026-11-19T0130', '2026-11-22T0130'])
    expect(readdirSync(directory.path).sort()).toEqual([
      '2026-11-20T0130',
      '2026-11-21T0130',
      'before-the-upgrade',
    ])
    expect(removeOld(directory.path, 2)).toEqual([])
  })
})
