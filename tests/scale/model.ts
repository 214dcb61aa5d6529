import { bounds, poolSizes } from '@jaanch/api/bounds'
import type { Assumptions } from './assumptions.ts'
import { byPart, type Costs, type Cpu } from './costs.ts'

/** Of each process: the API's is made of its pools; docs/operations.md has the same numbers, and a test compares them. */
const connections = {
  api: Object.values(poolSizes).reduce((sum, { max }) => sum + max, 1),
  worker: 21,
  projector: 7,
  others: 12,
}

/** What an installation of a size needs. Rates a second in its busiest minutes, CPU in cores, memory and disk in bytes. */
export type Size = {
  bookings: number
  /** Bookings, events and reads a second */
  rate: number
  events: number
  reads: number
  sockets: number
  /** Processes; of the API infinitely many if following the changes leaves no time for requests */
  api: number
  workers: number
  /** Cores that are busy in the busiest minutes, by part */
  busy: Cpu
  /** Cores of all machines together */
  cores: number
  /** Share of a core that the active projector needs, in full batches; above 1 it falls behind */
  projector: number
  /** Share of a core with which each API process follows all changes, in full batches */
  tail: number
  /** Cores of Postgres that read the changes for the tails of all API processes but one */
  tails: number
  /** Share of the time in which the lock of the log is held */
  append: number
  connections: number
  memory: { postgres: number; redis: number; services: number }
  /** A year: the log, the other tables, the files of reports; `temporary` does not grow */
  disk: { log: number; tables: number; files: number; temporary: number }
  /** Write-ahead log of a day: what an archive stores, before compression */
  walPerDay: number
  /** Bits a second of the API processes, to browsers and to Postgres */
  network: number
}

/** Days after which what is temporary is gone: most of it are messages of the outbox */
const temporaryDays = 90
const gigabyte = 1e9
/** An allowance for the resident memory of a process that works, not a measurement */
const processBytes = 0.3 * gigabyte
/** Memory of an API process for each socket: docs/performance.md */
const socketBytes = 2_500
/** Appends in one statement at most: packages/eventlog/src/appender.ts. Each is one event or more */
const appendsInBatch = 256
/** Time of Postgres for an event of a full batch, ms: 1.7 for 64, migration 0027 */
const appendMs = 1.7 / 64

/** @param bookings a day */
export function sizeOf(bookings: number, costs: Costs, assumed: Assumptions): Size {
  const perHour = bookings * assumed.busiestHour
  const rate = (perHour / 3_600) * assumed.burst
  const reads = rate * assumed.reads
  const sockets = perHour * assumed.sockets
  const events = rate * costs.eventsEach
  const tail = (events * costs.bulk.tail) / 1_000
  const { reports, signIns } = assumed
  const drawn = assumed.uploadedReportBytes === undefined ? reports : 0
  const pushed = (events * assumed.watchers * costs.message) / 1_000
  const calls = byPart((part) => {
    const [read, signIn, report] = [costs.read[part], costs.signIn[part], costs.report[part]]
    return (costs.cpu(part, rate) + reads * read + rate * (signIns * signIn + drawn * report)) / 1_000
  })
  calls.api += pushed
  const api = countApi({ busy: calls.api, tail, sockets }, assumed)
  const workers = Math.max(calls.api > 0.1 ? 2 : 1, Math.ceil(calls.workers / assumed.process))
  // the tail of the first process is in what was measured
  const tails = ((api - 1) * events * costs.bulk.tailPostgres) / 1_000
  const busy = { ...calls, api: calls.api + (api - 1) * tail, postgres: calls.postgres + tails }
  const total = Object.values(busy).reduce((sum, cores) => sum + cores, 0)
  const { log, readTables, details } = costs.keptEach
  const fileBytes = reports * (assumed.uploadedReportBytes ?? costs.reportBytes)
  const open = connectionsOf({ api, workers, projectors: 2 })
  return {
    ...{ bookings, rate, events, reads, sockets, api, workers, busy, tail, tails },
    cores: Math.max(2, Math.ceil(total / assumed.cores)),
    projector: (events * costs.bulk.projector) / 1_000,
    append: (events / appendsInBatch) * ((assumed.commitMs + appendsInBatch * appendMs) / 1_000),
    connections: open,
    memory: {
      // what is read often, work_mem and the process of each connection, and the system
      postgres: bookings * assumed.hotDays * (log + readTables + details) + open * 10e6 + gigabyte,
      redis: 0.25 * gigabyte,
      services: (api + workers + 2) * processBytes + sockets * socketBytes,
    },
    disk: {
      log: bookings * 365 * log,
      tables: bookings * 365 * (readTables + details),
      files: bookings * 365 * fileBytes,
      temporary: bookings * temporaryDays * costs.temporaryEach,
    },
    // bytes of a file go through the write-ahead log once
    walPerDay: bookings * (costs.walEach + fileBytes),
    network: (rate * costs.trafficEach + reads * costs.trafficRead) * 8,
  }
}

/** Two from a tenth of a core on, so that one may be replaced. */
function countApi(
  { busy, tail, sockets }: { busy: number; tail: number; sockets: number },
  { process }: Assumptions,
): number {
  const room = process - tail
  if (room <= 0) return Number.POSITIVE_INFINITY
  const least = busy > 0.1 ? 2 : 1
  return Math.max(least, Math.ceil(busy / room), Math.ceil(sockets / (bounds.sockets * process)))
}

/** The formula of docs/operations.md. */
export function connectionsOf(count: { api: number; workers: number; projectors: number }): number {
  const { api, worker, projector, others } = connections
  return count.api * api + count.workers * worker + count.projectors * projector + others
}

/**
 * @param isDue true from some number of bookings a day on, and for all greater ones
 * @returns that number, or undefined if it is not due at a hundred million
 */
export function dueAt(isDue: (bookings: number) => boolean): number | undefined {
  let [low, high] = [1, 1e8]
  if (!isDue(high)) return undefined
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high)
    if (isDue(middle)) high = middle
    else low = middle
  }
  return high
}
