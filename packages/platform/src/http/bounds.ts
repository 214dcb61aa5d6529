import { availableParallelism } from 'node:os'

/**
 * How much one API process does at the same time. Whatever comes beyond a bound is refused at once or within a few seconds,
 * with 503 and Retry-After. docs/limits.md is made from this table. What one person may do, the limits of the subjects say.
 */
export const boundTable = {
  reads: [
    24,
    'requests that are handled at the same time, by kind, so that a flood of one kind leaves room for the others: GET. One caller may have all of them while nobody else waits; a quarter more is for callers who have none. What comes from memory, or waits for the read barrier or for a scan of its file, needs none',
  ],
  writes: [12, 'the same: all other requests, except'],
  logins: [6, 'logins, registrations, passwords'],
  waitingRequests: [
    1_000,
    'requests of each kind that wait to be handled, served by turns: the next is one of the caller who has the fewest in hand. Of more, the caller with the most waiting loses the last one, which gets 503. As many password checks may wait for another one of the same login',
  ],
  waitingRequestBytes: [
    16_000_000,
    'bytes that those of each kind hold in memory, 8 KB each and their bodies; beyond it the caller with the most loses',
  ],
  waitRequestMs: [5_000, 'how long they wait, and how long a password waits to be checked'],
  deadlineMs: [
    1_500,
    'how long a request waits in all: for the read barrier, for connections and password checks, until its append is sent, and before anything is tried once more. Neither the time in which its body arrives counts, nor that in which it waits to be handled, nor that of a scan for malware. What is not a request waits as long for a connection',
  ],
  bodyBytes: [100_000_000, 'bytes of request bodies of more than 16 KB that are being received or handled'],
  bodyBytesPerCaller: [35_000_000, 'the same for one caller: five files of 5 MB in base64'],
  waitingBodies: [
    100,
    'bodies that wait to be received: a waiting one costs a connection and no memory. Of more, the caller with the most waiting loses the last one',
  ],
  waitBodyMs: [
    15_000,
    'how long they wait: a person who uploads several files at once waits for the first ones',
  ],
  fileBytes: [200_000_000, 'bytes of files that clients are receiving; a further file is refused'],
  fileBytesPerCaller: [50_000_000, 'the same for one caller'],
  receiveMs: [120_000, 'how long a request may take to arrive'],
  receiveHeadersMs: [30_000, 'how long its headers may take'],
  bodySilenceMs: [
    20_000,
    'how long nothing of a large body may arrive, and a client may receive nothing of a file; then its connection is closed',
  ],
  keepAliveMs: [
    72_000,
    'how long a connection may stay open without a request: longer than the 60 s of most load balancers, who close it first',
  ],
  checkArrivalsMs: [5_000, 'how often it is checked whether requests have arrived in time'],
  eventLoopDelayMs: [
    1_000,
    'average delay of the event loop over a second. More means that this process cannot keep up; 0: not measured',
  ],
  connections: [10_000, 'TCP connections, with and without a socket of the gateway; further ones are closed'],
  sockets: [5_000, 'connections of the gateway; further ones are refused at the handshake'],
  catchUps: [2, 'clients that are caught up at the same time; the others wait in order'],
  catchUpWaitMs: [
    30_000,
    'how long a client waits to be caught up before its connection is closed; it reconnects',
  ],
  passwords: [
    Math.max(1, availableParallelism() - 1),
    'passwords that are hashed at the same time, cores − 1: each takes a core for about 30 ms, and one core is for the event loop',
  ],
  waitCountMs: [
    500,
    'how long a count of calls or wrong passwords waits for Redis: then the process counts it in its own memory',
  ],
  pdfReadMs: [
    20_000,
    'how long an uploaded PDF may take to be opened, which is tried in a process of its own, one after the other; then it is refused as unreadable',
  ],
  pdfReadBytes: [
    300_000_000,
    'memory of that process: a small file takes 105 MB, one of 10 MB 190. It is killed beyond this',
  ],
  waitingPdfs: [50, 'PDFs that wait to be opened, served by turns'],
  waitPdfMs: [
    15_000,
    'how long they wait: a PDF takes about 20 ms, the first of a minute 0.4 s, one of 10 MB up to 0.6 s',
  ],
  waitingPasswords: [20, 'passwords that wait to be hashed'],
} as const satisfies Record<string, readonly [value: number, meaning: string]>

export type Bounds = Record<keyof typeof boundTable, number>

export const bounds = Object.fromEntries(
  Object.entries(boundTable).map(([name, [value]]) => [name, value]),
) as Bounds

/**
 * @param deadlineMs how long a request waits in all, ms
 * @returns the bounds of the time that a request waits, ms, in the proportions of the table
 */
export function boundsWithin(
  deadlineMs: number,
): Pick<Bounds, 'deadlineMs' | 'waitRequestMs' | 'eventLoopDelayMs'> {
  const scale = deadlineMs / bounds.deadlineMs
  return {
    deadlineMs,
    waitRequestMs: Math.round(bounds.waitRequestMs * scale),
    eventLoopDelayMs: Math.round(bounds.eventLoopDelayMs * scale),
  }
}

/**
 * The connections of one API process to Postgres, by purpose: what waits for one pool does not delay the others. A pool is apart if what
 * waits in it for a lock, or reads for long, would otherwise hold up what all requests wait for. `max` is the
 * number of connections, `maxWaiting` how many callers may wait for one. With the listener's connection, one process uses at most
 * the sum of `max` + 1; the sum over all processes must stay below max_connections (docs/limits.md).
 */
export const poolSizes = {
  /** The appender's: batches follow each other */
  append: { max: 1, maxWaiting: 10, lookups: true },
  /** Streams that commands decide on, and rows that are written with an append */
  record: { max: 8, maxWaiting: 100, lookups: true },
  /** All reads wait for its one small query, and all requests for that of their accounts */
  barrier: { max: 2, maxWaiting: 100 },
  /** Logins, registrations, password resets */
  accounts: { max: 4, maxWaiting: 100 },
  /**
   * The audit trail, one statement at a time for all entries of the moment: it must survive a crash of Postgres. Lists are not answered
   * before it, so it does not wait behind commands that wait for a lock.
   */
  audit: { max: 1, maxWaiting: 100 },
  /** Lists and ordinary tables */
  queries: { max: 8, maxWaiting: 100 },
  /** Pages of bookings as most people see them, what a changed booking refers to, and the dashboard */
  pages: { max: 4, maxWaiting: 100, lookups: true },
  /** The dashboard, catch-ups, and the tail when it looks for a row that Postgres cannot compute */
  push: { max: 1 + bounds.catchUps, maxWaiting: 10 },
  /** The page of the operators: its queries look at much, and wait for each other */
  operations: { max: 2, maxWaiting: 20 },
  /**
   * The relay, the heartbeat and the tail: one each, for which no request waits. A crash of Postgres loses cursors and work rows together,
   * so the relay only repeats them; and not if an event that followed from them was recorded, because a later commit never survives an
   * earlier one.
   */
  background: { max: 3, maxWaiting: 10, asyncCommit: true, lookups: true },
}
