import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readChecks, readDisks, troublesOfChecks, unknownOf } from './checks.ts'

const disksAt = async (paths: readonly string[]) =>
  paths.map((path) => ({ path, size: 100 * 2 ** 30, free: (path === '/full' ? 19 : 21) * 2 ** 30 }))

const now = new Date('2026-11-22T10:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const servers = {
  isArchiving: true,
  archivedAt: hoursAgo(0),
  archiveFailedAt: null as Date | null,
  standbys: 1,
  badSlots: [] as string[],
  keptWal: 0,
}

/** A row of `settings` */
const copy = (key: string, hours: number) => ({
  key,
  at: hoursAgo(hours),
  value: { bytes: 2 ** 30, seconds: 80, lostSeconds: 4 },
})

/** A database that answers so; without an answer the query fails. */
function databaseOf(copies: readonly object[] | undefined, answer: object | undefined) {
  return {
    query: async (text: string) => {
      const rows = text.includes('from settings') ? copies : answer && [answer]
      if (!rows) throw new Error('permission denied')
      return { rows }
    },
  } as unknown as Parameters<typeof readChecks>[0]
}

/** @returns the address at which an Alertmanager answers with these alerts; nobody answers at others */
function alertmanager(alerts: unknown): string {
  vi.stubGlobal('fetch', async ({ host }: URL) => {
    if (host !== 'alertmanager') throw new Error('No connection')
    return Response.json(alerts)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return 'http://alertmanager'
}

const alert = (alertname: string, summary?: string) => ({ labels: { alertname }, annotations: { summary } })

it('all is well when each check says so', async () => {
  const db = databaseOf([copy('backup', 10), copy('restore-rehearsal', 100)], servers)
  const places = { alertmanagerUrl: alertmanager([alert('Watchdog')]), diskPaths: ['/disk'] }
  const checks = await readChecks(db, places, now, disksAt)
  expect(checks.map(({ state }) => state)).toEqual(['well', 'well', 'well', 'well', 'well', 'well'])
  expect(checks[4]?.text).toBe('21 GB of 100 GB are free at /disk.')
})

it('what is not recorded, not answered or not set up is unknown', async () => {
  const checks = await readChecks(databaseOf([], undefined), {}, now)
  expect(unknownOf(checks)).toEqual(['backup', 'rehearsal', 'archiving', 'replication', 'disk', 'alerts'])
  expect(troublesOfChecks(checks)).toEqual([])
})

it('an Alertmanager that Prometheus does not reach is unknown, and so is one that is gone', async () => {
  const db = databaseOf(undefined, servers)
  for (const url of [alertmanager([]), 'http://gone'])
    expect(
      unknownOf(await readChecks(db, { alertmanagerUrl: url, diskPaths: ['/disk', '/full'] }, now, disksAt)),
    ).toContain('alerts')
})

it('old copies, failed archiving, lost standbys, full disks and firing alerts are troubles', async () => {
  const db = databaseOf([copy('backup', 37), copy('restore-rehearsal', 200)], {
    ...servers,
    archiveFailedAt: now,
    archivedAt: hoursAgo(1),
    badSlots: ['standby_2'],
    keptWal: 2 ** 31,
  })
  const url = alertmanager([alert('Watchdog'), alert('JaanchDiskFull', 'The disk is full in two hours')])
  const troubles = troublesOfChecks(
    await readChecks(db, { alertmanagerUrl: url, diskPaths: ['/disk', '/full'] }, now, disksAt),
  )
  expect(troubles.map(({ kind }) => kind)).toEqual([
    'backup-is-old',
    'restore-not-rehearsed',
    'archiving-fails',
    'standby-lost',
    'disk-fills',
    'alert-fires',
  ])
  expect(troubles.at(-1)?.text).toBe('Alerts fire: JaanchDiskFull (The disk is full in two hours)')
})

it('a rehearsal whose read tables were not what the log says is a trouble, however new it is', async () => {
  const rehearsal = { ...copy('restore-rehearsal', 10), value: { seconds: 80, lostSeconds: 4, different: 3 } }
  const [, check] = await readChecks(databaseOf([rehearsal], servers), {}, now)
  expect(check).toMatchObject({
    state: 'trouble',
    text: expect.stringContaining('3 rows of its read tables differ from its log.'),
  })
})

it('a new backup on the machine does not hide that the last one off it is old', async () => {
  const db = databaseOf([copy('backup', 1), copy('offsite-backup', 37)], servers)
  const [backup] = await readChecks(db, {}, now)
  expect(backup).toMatchObject({ state: 'trouble', text: expect.stringContaining('off this machine') })
})

it('directories of one file system are one disk, and a missing one is an error', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'disks-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const disks = await readDisks([tmpdir(), directory])
  expect(disks.map(({ path }) => path)).toEqual([tmpdir()])
  expect(disks[0]?.free).toBeLessThanOrEqual(disks[0]?.size ?? 0)
  await expect(readDisks([join(directory, 'none')])).rejects.toThrow('ENOENT')
})
