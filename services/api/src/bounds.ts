import { availableParallelism } from 'node:os'

/**
 * How much one API process does at the same time. Whatever comes beyond a bound is refused at once or within a few seconds,
 * with 503 and Retry-After. The table in docs/operations.md explains each bound. What one person may do is in contracts/limits.ts.
 */
export const bounds = {
  /** Requests that are handled at the same time, by kind: a flood of one kind leaves room for the others. One caller has half. GET */
  reads: 24,
  /** All others, except */
  writes: 12,
  /** Logins, registrations, passwords */
  logins: 6,
  /** Requests of each kind that wait to be handled */
  waitingRequests: 50,
  /** How long they wait, and how long a password waits to be checked, ms */
  waitRequestMs: 500,
  /**
   * How long a request waits in all, ms: to be handled, for the read barrier, for connections and password checks, until its append is
   * sent, and before anything is tried once more. Neither the time in which its body arrives counts nor that of a scan for malware.
   * (What is not a request waits as long for a connection.)
   */
  deadlineMs: 1_500,
  /** Bytes of request bodies that are being received or handled */
  bodyBytes: 100_000_000,
  /** The same for one caller: five files of 5 MB in base64 */
  bodyBytesPerCaller: 35_000_000,
  /** Bodies that wait to be received, in all and for one caller: a waiting one costs a connection and no memory */
  waitingBodies: 100,
  waitingBodiesPerCaller: 10,
  /** How long they wait, ms: a person who uploads several files at once waits for the first ones */
  waitBodyMs: 15_000,
  /** Bytes of files that clients are receiving, in all and of one caller; a further file is refused */
  fileBytes: 200_000_000,
  fileBytesPerCaller: 50_000_000,
  /** How long a request may take to arrive, and its headers alone, ms */
  receiveMs: 120_000,
  receiveHeadersMs: 30_000,
  /** How long nothing of a large body may arrive, and a client may receive nothing of a file, ms */
  bodySilenceMs: 20_000,
  /** How long a connection may stay open without a request, ms: longer than the 60 s of most load balancers, who close it first */
  keepAliveMs: 72_000,
  /** How often it is checked whether requests have arrived in time, ms */
  checkArrivalsMs: 5_000,
  /** Average delay of the event loop over a second, ms. More means that this process cannot keep up; 0: not measured */
  eventLoopDelayMs: 1_000,
  /** TCP connections, with and without a socket of the gateway */
  connections: 10_000,
  /** Connections of the gateway */
  sockets: 5_000,
  /** Clients that are caught up at the same time; the others wait in order */
  catchUps: 2,
  /** How long a client waits to be caught up before its connection is closed, ms; it reconnects */
  catchUpWaitMs: 30_000,
  /** Passwords that are hashed at the same time: each takes a core for about 30 ms, and one core is for the event loop */
  passwords: Math.max(1, availableParallelism() - 1),
  /** How long a count of calls or wrong passwords waits for Redis, ms: then the process counts it in its own memory */
  waitCountMs: 500,
  /** Password checks that wait, in all and for one login */
  waitingPasswords: 20,
}

export type Bounds = typeof bounds

/**
 * The connections of one API process to Postgres, by purpose: what waits for one pool does not delay the others. `max` is the
 * number of connections, `maxWaiting` how many callers may wait for one. With the listener's connection, one process uses at most
 * the sum of `max` + 1; the sum over all processes must stay below max_connections (docs/operations.md).
 */
export const poolSizes = {
  /** The appender's: batches follow each other */
  append: { max: 1, maxWaiting: 10 },
  /** Streams that commands decide on, and rows that are written with an append */
  record: { max: 8, maxWaiting: 100 },
  /** All reads wait for its one small query, and all requests for that of their accounts */
  barrier: { max: 2, maxWaiting: 100 },
  /** Logins, registrations, password resets */
  accounts: { max: 4, maxWaiting: 100 },
  /** The audit trail, one statement at a time for all entries of the moment: it must survive a crash of Postgres */
  audit: { max: 1, maxWaiting: 100 },
  /** Lists and ordinary tables */
  queries: { max: 8, maxWaiting: 100 },
  /** Pages of bookings as most people see them, and what a changed booking refers to */
  pages: { max: 4, maxWaiting: 100 },
  /** The tail's one statement */
  tail: { max: 1, maxWaiting: 10 },
  /** The dashboard, catch-ups, and the tail when it looks for a row that Postgres cannot compute */
  push: { max: 1 + bounds.catchUps, maxWaiting: 10 },
  /** The page of the operators: its queries look at much, and wait for each other */
  operations: { max: 2, maxWaiting: 20 },
  /**
   * The relay and the heartbeat. A crash of Postgres loses cursors and work rows together, so the relay only repeats them; and
   * not if an event that followed from them was recorded, because a later commit never survives an earlier one.
   */
  background: { max: 2, maxWaiting: 10, asyncCommit: true },
}
