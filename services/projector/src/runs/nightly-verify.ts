import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '@jaanch/eventlog/read'
import { formatNumber, formatSize } from '@jaanch/operations/format'
import { readGenerations } from '@jaanch/operations/generations'

export type NightlyOptions = {
  /** Where the embedded server, if there is one, has its directory: the disk of another server is not known */
  dataDir?: string
  now?: () => Date
}

/** A projector that starts later in the day does not verify: nights are for that */
const withinMs = 3_600_000
/** A verify that somebody asked for shortly before is enough */
const recentHours = 6
/** Events: more than after a burst, as for a trouble of `ops status` */
const maxLag = 10_000
const istOffsetMs = 5.5 * 3_600_000

/** @returns the date in India of the night whose time has come, for an hour; never for `off` */
function dueNight(now: Date, at: string): string | undefined {
  const inIndia = now.getTime() + istOffsetMs
  const night = new Date(inIndia).toISOString().slice(0, 10)
  const since = inIndia - Date.parse(`${night}T${at}:00Z`)
  return since >= 0 && since < withinMs ? night : undefined
}

/** @returns HH:MM in India, or `off`: what `ops verify --nightly` set */
async function timeOfNight(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ at: string }>(
    "select value as at from settings where key = 'nightly-verify'",
  )
  return rows[0]?.at ?? '03:00'
}

/**
 * Asks for the verify of the night when its time has come: once for each date, whatever number of projectors ask. One that is not
 * needed or would harm is recorded as skipped, with the reason.
 */
export async function requestNightlyVerify(
  db: Queryable,
  version: number,
  { dataDir, now = () => new Date() }: NightlyOptions,
): Promise<void> {
  const night = dueNight(now(), await timeOfNight(db))
  if (!night) return
  const { rowCount } = await db.query('select from operation_runs where night = $1', [night])
  if (rowCount) return
  const why = await reasonToSkip(db, version, dataDir)
  await db.query(
    `insert into operation_runs (kind, model_version, requested_by, reason, night, state, finished_at, result)
     select 'verify', $1, 'system:nightly', 'Every night', $2, case when $3::text is null then 'requested' else 'skipped' end,
            case when $3::text is not null then clock_timestamp() end, $3
     on conflict do nothing`,
    [version, night, why ?? null],
  )
}

async function reasonToSkip(
  db: Queryable,
  version: number,
  dataDir: string | undefined,
): Promise<string | undefined> {
  const { rows } = await db.query<{ open: number; recent: number; head: number }>(
    `select (select count(*) from operation_runs where finished_at is null and model_version = $1) as open,
            (select count(*) from operation_runs where kind = 'verify' and projection is null and state = 'done'
                and model_version = $1 and finished_at > clock_timestamp() - make_interval(hours => $2)) as recent,
            (select coalesce(max(position), 0) from log.events) as head`,
    [version, recentHours],
  )
  const { open = 0, recent = 0, head = 0 } = rows[0] ?? {}
  if (open > 0) return 'It was skipped: another replay or verify was under way.'
  if (recent > 0) return `It was skipped: a verify finished within the last ${recentHours} hours.`
  const live = (await readGenerations(db, head)).find(
    (one) => one.state === 'live' && one.version === version,
  )
  if (!live) return 'It was skipped: no read tables were live.'
  if (!live.isFed || live.stopped) return 'It was skipped: the projector stood still.'
  if (live.lag > maxLag)
    return `It was skipped: the projector lagged ${formatNumber(live.lag)} events behind.`
  // the new tables, and what Postgres writes about them
  const needed = 3 * live.bytes
  const free = await freeBytes(dataDir)
  if (free !== undefined && free < needed) {
    return `It was skipped: the disk had ${formatSize(free)} left, and it needs ${formatSize(needed)}.`
  }
  return undefined
}

async function freeBytes(dataDir: string | undefined): Promise<number | undefined> {
  const directory = dataDir && join(dataDir, 'postgres')
  if (!directory || !existsSync(directory)) return undefined
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
