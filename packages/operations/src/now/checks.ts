import { stat, statfs } from 'node:fs/promises'
import type { Queryable } from '@jaanch/eventlog/read'
import { readFiringAlerts } from '@jaanch/platform/firing-alerts'
import { formatDuration, formatNumber, formatSize } from '../format.ts'
import { type Check, checkNames, type Trouble } from './api.ts'
import { type Copies, readCopies } from './copies.ts'

/** A backup is made every night */
const maxBackupAgeMs = 36 * 3_600_000
/** A restore is rehearsed every week, and may take some hours */
const maxRehearsalAgeMs = 8 * 86_400_000
/** WAL that a slot keeps for a standby: beyond it the disk of the primary fills */
const maxKeptWal = 2 ** 30

/** As the alert JaanchDiskFull (infra/deploy/monitoring/rules/host.yml) */
const leastFree = 0.2

type Servers = {
  isArchiving: boolean
  archivedAt: Date | null
  archiveFailedAt: Date | null
  /** Connections that stream WAL */
  standbys: number
  /** Slots of standbys that nobody reads, that lost what they need, or that keep too much */
  badSlots: string[]
  keptWal: number
}

async function readServers(db: Queryable): Promise<Servers> {
  // in pg_stat_replication other roles see the process only; slots say the rest
  const { rows } = await db.query<Servers>(
    `select current_setting('archive_mode') <> 'off' as "isArchiving", last_archived_time as "archivedAt",
            last_failed_time as "archiveFailedAt",
            (select count(*) from pg_stat_replication) as standbys,
            (select coalesce(array_agg(slot_name::text order by slot_name), '{}') from pg_replication_slots
              where slot_type = 'physical'
                and (not active or wal_status in ('unreserved', 'lost') or pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > ${maxKeptWal})
            ) as "badSlots",
            (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::bigint from pg_replication_slots
              where slot_type = 'physical') as "keptWal"
       from pg_stat_archiver`,
  )
  const [servers] = rows
  if (!servers) throw new Error('Postgres did not answer')
  return servers
}

export type Places = {
  alertmanagerUrl?: string | undefined
  /** Directories on the disks of the database and of its backups */
  diskPaths?: readonly string[] | undefined
}

/**
 * Looks at what the database does not need to run but an operator needs to sleep: backups, rehearsals, archiving, replication, disks,
 * alerts. What cannot be looked at is `unknown`, never well. Takes a second at most for Alertmanager.
 * @param places where it looks: without the one, alerts are unknown, without the other, disks
 */
export async function readChecks(
  db: Queryable,
  places: Places,
  now = new Date(),
  disksAt = readDisks,
): Promise<Check[]> {
  const [copies, servers, disks, alerts] = await Promise.all([
    readCopies(db).catch(() => undefined),
    readServers(db).catch(() => undefined),
    disksAt(places.diskPaths ?? []).catch(() => undefined),
    readFiringAlerts(places.alertmanagerUrl),
  ])
  const found = {
    backup: backupOf(copies, now),
    rehearsal: rehearsalOf(copies, now),
    archiving: archivingOf(servers),
    replication: replicationOf(servers),
    disk: diskOf(disks),
    alerts: alertsOf(alerts),
  }
  return checkNames.map((name) => ({ name, state: found[name][0], text: found[name][1] }))
}

type Verdict = readonly [state: Check['state'], text: string]

/** If there are backups off the machine, the newest of those counts: one on the machine is lost with it. */
function backupOf({ backup, offsite }: Copies = {}, now: Date): Verdict {
  const newest = offsite ?? backup
  if (!newest) return ['unknown', 'No backup is recorded.']
  const size = offsite ? `, off this machine, with ${formatSize(offsite.bytes)}` : ''
  return ageOf(newest.at, { what: 'backup', maxAgeMs: maxBackupAgeMs, more: size, now })
}

function rehearsalOf({ rehearsal }: Copies = {}, now: Date): Verdict {
  const what = 'rehearsal of a restore'
  if (!rehearsal) return ['unknown', `No ${what} is recorded.`]
  const { at, seconds, lostSeconds, different } = rehearsal
  const more = `, took ${formatDuration(seconds * 1_000)} and lacked the last ${formatDuration(lostSeconds * 1_000)}`
  const [state, text] = ageOf(at, { what, maxAgeMs: maxRehearsalAgeMs, more, now })
  if (different === 0) return [state, text]
  const rows = different === 1 ? '1 row' : `${formatNumber(different)} rows`
  return ['trouble', `${text} ${rows} of its read tables differ from its log.`]
}

type Age = { what: string; maxAgeMs: number; more: string; now: Date }

function ageOf(at: Date, { what, maxAgeMs, more, now }: Age): Verdict {
  const age = now.getTime() - at.getTime()
  const text = `The last ${what} ended ${formatDuration(Math.max(0, age))} ago${more}`
  return age > maxAgeMs
    ? ['trouble', `${text}: that is more than ${formatDuration(maxAgeMs)}.`]
    : ['well', `${text}.`]
}

const silent: Verdict = ['unknown', 'Postgres does not say.']

function archivingOf(servers: Servers | undefined): Verdict {
  if (!servers) return silent
  const { isArchiving, archivedAt, archiveFailedAt } = servers
  if (!isArchiving) return ['off', 'WAL is not archived: what came after the last backup has one copy.']
  if (archiveFailedAt && (!archivedAt || archiveFailedAt > archivedAt))
    return ['trouble', 'The archiving of WAL fails: see the log of Postgres.']
  return archivedAt ? ['well', 'WAL is archived.'] : ['unknown', 'No WAL has been archived yet.']
}

function replicationOf(servers: Servers | undefined): Verdict {
  if (!servers) return silent
  const { standbys, badSlots, keptWal } = servers
  if (badSlots.length > 0)
    return [
      'trouble',
      `Standbys do not follow (${badSlots.join(', ')}): their slots keep ${formatSize(keptWal)} of WAL. Start them, or drop the slots.`,
    ]
  if (standbys === 0) return ['off', 'No standby follows.']
  return ['well', standbys === 1 ? 'A standby follows.' : `${formatNumber(standbys)} connections stream WAL.`]
}

function diskOf(disks: readonly Disk[] | undefined): Verdict {
  if (!disks) return ['unknown', 'A directory of DISK_PATHS cannot be looked at.']
  if (disks.length === 0) return ['unknown', 'DISK_PATHS is not set.']
  const text = disks
    .map(({ path, free, size }) => `${formatSize(free)} of ${formatSize(size)} are free at ${path}`)
    .join('; ')
  const isFull = disks.some(({ free, size }) => free < leastFree * size)
  return isFull
    ? ['trouble', `A disk fills: ${text}. Make room before Postgres stops.`]
    : ['well', `${text}.`]
}

const mostNamed = 5

function alertsOf(alerts: Awaited<ReturnType<typeof readFiringAlerts>>): Verdict {
  if (typeof alerts === 'string') return ['unknown', alerts]
  if (alerts.length === 0) return ['well', 'No alert fires.']
  const named = alerts.slice(0, mostNamed).join('; ')
  const more = alerts.length > mostNamed ? ` and ${formatNumber(alerts.length - mostNamed)} more` : ''
  return ['trouble', `Alerts fire: ${named}${more}`]
}

const kinds = {
  backup: 'backup-is-old',
  rehearsal: 'restore-not-rehearsed',
  archiving: 'archiving-fails',
  replication: 'standby-lost',
  disk: 'disk-fills',
  alerts: 'alert-fires',
} as const

export function troublesOfChecks(checks: readonly Check[]): Trouble[] {
  return checks.flatMap(({ name, state, text }) => (state === 'trouble' ? [{ kind: kinds[name], text }] : []))
}

/** @returns the names of what could not be looked at */
export function unknownOf(checks: readonly Check[]): Check['name'][] {
  return checks.flatMap(({ name, state }) => (state === 'unknown' ? [name] : []))
}

/** The file system of a directory. Bytes; `free` is what is left to processes that are not root's */
type Disk = { path: string; free: number; size: number }

/**
 * Asks the file systems of directories, each once.
 * @throws what the system says of a directory that it cannot look at
 */
export async function readDisks(paths: readonly string[]): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const path of paths) {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)])
    if (!disks.has(dev)) disks.set(dev, { path, free: bavail * bsize, size: blocks * bsize })
  }
  return [...disks.values()]
}
