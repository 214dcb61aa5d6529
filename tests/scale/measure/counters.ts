import { readFileSync } from 'node:fs'
import { createLog } from '@jaanch/platform/logging'
import { createRedis } from '@jaanch/platform/redis'
import { findPostmaster, readCpu } from '../../bench/stack/cpu.ts'
import { liveSchema, queryOne, tableBytes } from '../../bench/stack/database.ts'
import type { Services } from '../../bench/stack/services.ts'

export type Watched = {
  services: Services
  /** Of Redis */
  redisPid: number
  redisUrl: string
}

/** What has been used since the processes started. CPU in ms, all else in bytes or numbers. */
export type Counters = {
  cpu: Record<'api' | 'workers' | 'projector' | 'postgres' | 'redis', number>
  /** Read and written by sockets and files */
  traffic: Record<'api' | 'workers' | 'projector' | 'redis', number>
  wal: { bytes: number; records: number; fullPages: number }
  commits: number
  events: number
  /** Bytes on disk of the tables with their indexes, by what happens to them */
  disk: Record<'log' | 'readTables' | 'details' | 'files' | 'temporary' | 'other', number>
  redis: { memory: number; commands: number }
}

export async function readCounters({ services, redisPid, redisUrl }: Watched): Promise<Counters> {
  const { databaseUrl, pidOf } = services
  const postmaster = await findPostmaster(databaseUrl)
  const { bytes, records, fullPages, commits, events } = await queryOne<Record<string, string>>(
    databaseUrl,
    `select wal_bytes as bytes, wal_records as records, wal_fpi as "fullPages",
            (select xact_commit from pg_stat_database where datname = current_database()) as commits,
            (select coalesce(max(position), 0) from log.events) as events
       from pg_stat_wal`,
  )
  const wal = { bytes: Number(bytes), records: Number(records), fullPages: Number(fullPages) }
  return {
    cpu: { ...readCpu(services, postmaster), redis: cpuMs(redisPid) },
    traffic: {
      api: trafficOf(pidOf('api')),
      workers: trafficOf(pidOf('workers')),
      projector: trafficOf(pidOf('projector')),
      redis: trafficOf(redisPid),
    },
    wal,
    commits: Number(commits),
    events: Number(events),
    disk: await readDisk(databaseUrl),
    redis: await readRedis(redisUrl),
  }
}

/** User and system time of a process, ms. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function trafficOf(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(io)?.[1] ?? 0)
  return of('rchar') + of('wchar')
}

const kept: Record<string, RegExp> = {
  log: /^log\./,
  details: /^public\.(booking_details|orders)$/,
  files: /^public\.(health_report|report_)/,
  // deleted after days or months: docs/operations.md
  temporary: /^public\.(outbox|work|timers|idempotency_keys|audit|read_batches|sessions|dead_letters)/,
}

async function readDisk(databaseUrl: string): Promise<Counters['disk']> {
  const live = `${await liveSchema(databaseUrl)}.`
  const disk = { log: 0, readTables: 0, details: 0, files: 0, temporary: 0, other: 0 }
  for (const [table, bytes] of Object.entries(await tableBytes(databaseUrl))) {
    const found = Object.keys(kept).find((group) => kept[group]?.test(table)) as keyof typeof disk | undefined
    disk[found ?? (table.startsWith(live) ? 'readTables' : 'other')] += bytes
  }
  return disk
}

async function readRedis(url: string): Promise<Counters['redis']> {
  const redis = createRedis({ url, name: 'measure', failFast: false, log: createLog('measure', 'silent') })
  try {
    const info = await redis.info()
    const of = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1] ?? 0)
    return { memory: of('used_memory'), commands: of('total_commands_processed') }
  } finally {
    redis.disconnect()
  }
}

/** @returns what was used between two readings, in the same shape */
export function difference<Part>(after: Part, before: Part): Part {
  if (typeof after === 'number') return (after - (before as number)) as Part
  return Object.fromEntries(
    Object.entries(after as object).map(([name, value]) => [
      name,
      difference(value, (before as Record<string, unknown>)[name]),
    ]),
  ) as Part
}
